import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { RequestForm } from './request-form.ts'

interface LienholderFieldsProps {
  form: UseFormReturn<RequestForm>
  states: readonly { code: string; name: string }[]
}

/** The name, address and loan number of the lender after the change. */
export function LienholderFields({ form: { register, control, formState }, states }: LienholderFieldsProps) {
  const { errors } = formState
  const required = (message: string) => ({ validate: (text: string) => text.trim() !== '' || message })
  return (
    <>
      <TextField
        label="Lender’s name"
        help="As it must appear on the policy."
        required
        maxLength={200}
        error={errors.name?.message}
        {...register('name', required('Enter the lender’s name.'))}
      />
      <TextField
        label="Lender’s address"
        help="The address for insurance documents, often a P.O. box."
        required
        maxLength={200}
        error={errors.addr1?.message}
        {...register('addr1', required('Enter the lender’s address.'))}
      />
      <TextField label="Suite or department" optional maxLength={200} {...register('addr2')} />
      <FieldGrid>
        <TextField
          label="City"
          required
          maxLength={100}
          error={errors.city?.message}
          {...register('city', required('Enter the city.'))}
        />
        <SelectField
          label="State"
          required
          error={errors.state?.message}
          options={[
            { value: '', label: 'Select a state' },
            ...states.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          {...register('state', required('Select the state.'))}
        />
        <MaskedInput
          name="zip"
          control={control}
          rules={{ validate: (zip) => /^\d{5}$/.test(zip) || 'Enter a ZIP code with five digits.' }}
          label="ZIP code"
          mask="zip"
        />
        <TextField
          label="Loan number"
          required
          maxLength={50}
          error={errors.loanNumber?.message}
          {...register('loanNumber', required('Enter the loan number.'))}
        />
      </FieldGrid>
      <TextField
        label="Mortgage clause"
        help="For example ISAOA/ATIMA. It is in the lender’s letter."
        optional
        maxLength={200}
        {...register('mortgageClause')}
      />
    </>
  )
}
