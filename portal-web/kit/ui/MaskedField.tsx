// Only the kinds of masks that stand below; all of them are twice as much.
import 'imask/esm/masked/number'
import 'imask/esm/masked/pattern'
import type { ComponentType, InputHTMLAttributes, Ref } from 'react'
import IMaskInput from 'react-imask/esm/input'
import { Field, type FieldTexts, useField } from './Field.tsx'

export type MaskName = 'phone' | 'zip' | 'digits' | 'money'

const keyboards = { phone: 'tel', zip: 'numeric', digits: 'numeric', money: 'decimal' } as const

interface MaskedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'min'> {
  mask: string | NumberConstructor
  scale?: number
  min?: number
  radix?: string
  thousandsSeparator?: string
  mapToRadix?: string[]
  padFractionalZeros?: boolean
  unmask?: boolean
  inputRef?: Ref<HTMLInputElement>
  onAccept: (text: string) => void
}

// imask's own prop types are a union of every mask it knows and do not fit exactOptionalPropertyTypes.
const MaskedInput = IMaskInput as unknown as ComponentType<MaskedInputProps>

export type MaskedFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'defaultValue' | 'min'> & {
    mask: MaskName
    value: string
    /** The text as shown, for instance `813-555-0142`; money without separators, `1234.50`. */
    onValueChange: (text: string) => void
    inputRef?: Ref<HTMLInputElement>
  }

/**
 * A field that formats while typing and takes numeric keys only. Phones read ###-###-####, zips five digits; digits
 * keep leading zeros (check numbers, API-7); money has two decimals once the field is left.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { label, help, error, optional, id, mask, value, onValueChange, inputRef, maxLength, className, ...input } =
    props
  const field = useField({ help, error }, id)
  const shared = {
    ...input,
    ...field.input,
    ...(inputRef && { inputRef }),
    value,
    inputMode: keyboards[mask],
    className: `input ${className ?? ''}`,
  }
  return (
    <Field {...{ label, help, error, field }} {...(optional && { optional })}>
      {mask === 'money' ? (
        <MaskedInput
          {...shared}
          mask={Number}
          scale={2}
          radix="."
          thousandsSeparator=","
          mapToRadix={[]}
          min={0}
          padFractionalZeros
          onAccept={onValueChange}
          unmask
        />
      ) : (
        <MaskedInput
          {...shared}
          mask={mask === 'phone' ? '000-000-0000' : mask === 'zip' ? '00000' : '0'.repeat(maxLength ?? 20)}
          onAccept={onValueChange}
        />
      )}
    </Field>
  )
}
