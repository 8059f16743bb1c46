import { MenuItem, TextField } from '@mui/material'

interface ChoiceProps<Key extends string> {
  label: string
  /** What each is called. */
  words: Record<Key, string>
  /** Undefined for all of them. */
  chosen: Key | undefined
  onChoose: (key: Key | undefined) => void
}

/** Looks at all rows of a section, or at those of one kind. */
export const Choice = <Key extends string>({ label, words, chosen, onChoose }: ChoiceProps<Key>) => (
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
