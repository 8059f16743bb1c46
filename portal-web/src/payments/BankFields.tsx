import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { BankAccount } from './payment-method-details.ts'

/** Fields for a bank account. The account number is sent to Stripe, never to our API. */
export function BankFields({ form }: { form: UseFormReturn<BankAccount> }) {
  const { errors } = form.formState
  return (
    <>
      <FieldGrid>
        <TextField
          label="Name on the account"
          autoComplete="name"
          maxLength={100}
          error={errors.payerName?.message}
          {...form.register('payerName')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          help="For the receipt"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <MaskedInput
          name="routingNumber"
          control={form.control}
          label="Routing number"
          mask="digits"
          maxLength={9}
          help="9 digits, at the lower left of a check"
        />
        <MaskedInput
          name="accountNumber"
          control={form.control}
          label="Account number"
          mask="digits"
          maxLength={17}
          help="After the routing number on a check"
          autoComplete="off"
        />
      </FieldGrid>
      <SelectField
        label="Account type"
        options={[
          { value: 'checking', label: 'Checking' },
          { value: 'savings', label: 'Savings' },
        ]}
        {...form.register('accountType')}
      />
    </>
  )
}
