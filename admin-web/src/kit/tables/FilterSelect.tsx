import { MenuItem, TextField } from '@mui/material'

interface ChoiceProps<Key extends string> {
  label: string
  /** The label of each choice. */
  labels: Record<Key, string>
  /** The selected choice, or undefined if all rows are shown. */
  chosen: Key | undefined
  onChoose: (key: Key | undefined) => void
}

/** A select that filters a section. Shows all rows or only the rows that match the choice. */
export const FilterSelect = <Key extends string>({ label, labels, chosen, onChoose }: ChoiceProps<Key>) => (
  <TextField
    select
    label={label}
    value={chosen ?? ''}
    onChange={({ target }) => onChoose(target.value === '' ? undefined : (target.value as Key))}
    fullWidth={false}
    sx={{ width: '14rem' }}
  >
    <MenuItem value="">All</MenuItem>
    {Object.entries<string>(labels).map(([key, name]) => (
      <MenuItem key={key} value={key}>
        {name}
      </MenuItem>
    ))}
  </TextField>
)
