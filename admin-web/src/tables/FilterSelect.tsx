import { MenuItem, TextField } from '@mui/material'

interface ChoiceProps<Key extends string> {
  label: string
  /** The label of each choice. */
  words: Record<Key, string>
  /** Undefined when all are selected. */
  chosen: Key | undefined
  onChoose: (key: Key | undefined) => void
}

/** A filter that shows all rows of a section or only those of one kind. */
export const FilterSelect = <Key extends string>({ label, words, chosen, onChoose }: ChoiceProps<Key>) => (
  <TextField
    select
    label={label}
    value={chosen ?? ''}
    onChange={({ target }) => onChoose(target.value === '' ? undefined : (target.value as Key))}
    fullWidth={false}
    sx={{ width: '14rem' }}
  >
    <MenuItem value="">All</MenuItem>
    {Object.entries<string>(words).map(([key, word]) => (
      <MenuItem key={key} value={key}>
        {word}
      </MenuItem>
    ))}
  </TextField>
)
