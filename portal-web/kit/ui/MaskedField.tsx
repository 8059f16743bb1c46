// Imports only the masks used below. Importing all masks would double the size of the code.
import 'imask/esm/masked/number'
import 'imask/esm/masked/pattern'
import type { ComponentType, InputHTMLAttributes, Ref } from 'react'
import IMaskInput from 'react-imask/esm/input'
import { Field, type FieldTexts, useFieldAttributes } from './Field.tsx'

type MaskName = 'phone' | 'zip' | 'digits' | 'money'

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

// Replaces imask's prop types, which do not work with exactOptionalPropertyTypes.
const MaskedInput = IMaskInput as unknown as ComponentType<MaskedInputProps>

export type MaskedFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'defaultValue' | 'min'> & {
    mask: MaskName
    value: string
    /**
     * Called with the formatted text, for example `813-555-0142`. Amounts have no separators, for example `1234.50`.
     */
    onValueChange: (text: string) => void
    inputRef?: Ref<HTMLInputElement>
  }

/**
 * A numeric field that formats its value during typing, for example phone numbers as ###-###-####. Check numbers keep
 * leading zeros (API-7). Amounts get two decimals when the field loses focus.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { label, help, error, optional, id, mask, value, onValueChange, inputRef, maxLength, className, ...input } =
    props
  const field = useFieldAttributes({ help, error }, id)
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
