import { Controller, type UseFormReturn } from 'react-hook-form'
import { MaskedField } from '../ui/MaskedField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { BankAccount } from '../wizard/wizard.ts'

/** The fields of a bank account; its numbers go to Stripe, never to our API. */
export function BankFields({ form }: { form: UseFormReturn<BankAccount> }) {
  const { errors } = form.formState
  return (
    <>
      <div className="pay-grid">
        <TextField
          label="Name on the account"
          autoComplete="name"
          maxLength={100}
          error={errors.payerName?.message}
          {...form.register('payerName')}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          help="For the receipt"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Controller
          name="routingNumber"
          control={form.control}
          render={({ field }) => (
            <MaskedField
              label="Routing number"
              mask="digits"
              maxLength={9}
              help="9 digits, at the lower left of a check"
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errors.routingNumber?.message}
            />
          )}
        />
        <Controller
          name="accountNumber"
          control={form.control}
          render={({ field }) => (
            <MaskedField
              label="Account number"
              mask="digits"
              maxLength={17}
              help="After the routing number on a check"
              autoComplete="off"
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errors.accountNumber?.message}
            />
          )}
        />
      </div>
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
