import { TextField } from '@mui/material'

interface ReasonFieldProps {
  value: string
  /** Who sees the reason. */
  helperText: string
  onChange: (reason: string) => void
}

/** The required field for the reason of a decision, with several lines. */
export const ReasonField = ({ value, helperText, onChange }: ReasonFieldProps) => (
  <TextField
    label="Reason"
    helperText={helperText}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    required
    fullWidth
    multiline
    margin="normal"
    slotProps={{ htmlInput: { maxLength: 1000 } }}
  />
)
