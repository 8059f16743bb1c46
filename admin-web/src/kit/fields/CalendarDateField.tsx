import { TextField, type TextFieldProps } from '@mui/material'

type CalendarDateFieldProps = Pick<
  TextFieldProps,
  'name' | 'label' | 'value' | 'onChange' | 'required' | 'margin' | 'error' | 'helperText' | 'sx'
> & {
  min?: string | undefined
  max?: string | undefined
}

/** A date input. Its value is `YYYY-MM-DD`, the format that browsers and the API use. */
export const CalendarDateField = ({ min, max, ...field }: CalendarDateFieldProps) => (
  <TextField {...field} type="date" slotProps={{ htmlInput: { min, max }, inputLabel: { shrink: true } }} />
)
