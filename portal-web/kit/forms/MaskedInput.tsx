import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form'
import { MaskedField, type MaskedFieldProps } from '../ui/MaskedField.tsx'

type MaskedInputProps<Values extends FieldValues> = UseControllerProps<Values> &
  Omit<MaskedFieldProps, keyof UseControllerProps | 'value' | 'onValueChange' | 'inputRef' | 'onBlur' | 'error'> & {
    /** The form value of an empty field. */
    whenEmpty?: '' | null
  }

/** A masked field connected to react-hook-form. Shows the form's error for the field. */
export function MaskedInput<Values extends FieldValues>(props: MaskedInputProps<Values>) {
  const { control, name, rules, whenEmpty = '', ...face } = props
  const { field, fieldState } = useController<Values>({ name, ...(control && { control }), ...(rules && { rules }) })
  return (
    <MaskedField
      {...face}
      name={name}
      value={field.value ?? ''}
      onValueChange={(text) => field.onChange(text || whenEmpty)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  )
}
