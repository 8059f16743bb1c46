import { TextField, type TextFieldProps } from '@mui/material'

type DayFieldProps = Pick<
  TextFieldProps,
  'name' | 'label' | 'value' | 'onChange' | 'required' | 'margin' | 'error' | 'helperText' | 'sx'
> & {
  min?: string | undefined
  max?: string | undefined
}

/** A calendar day, `YYYY-MM-DD` as it is kept and as the browser gives it. */
export const DayField = ({ min, max, ...field }: DayFieldProps) => (
  <TextField {...field} type="date" slotProps={{ htmlInput: { min, max }, inputLabel: { shrink: true } }} />
)
