import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { money } from '../ui/format.ts'
import { MaskedField } from '../ui/MaskedField.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { text } from '../wizard/text.ts'
import { type BankAccount, policyOf } from '../wizard/wizard.ts'
import { bankForm } from './bank-form.ts'
import { amountToPay } from './fee-basis.ts'
import { OptIn } from './OptIn.tsx'
import type { PanelProps } from './panel.ts'

/** Paying from a bank account: a saved one, or one set up here. The numbers go to Stripe, never to our API. */
export function BankPanel({ snapshot, send, isBusy, payReason }: PanelProps) {
  const { context } = snapshot
  const policy = policyOf(context)
  const saved = context.methods.filter(({ stripePaymentMethod: { paymentType } }) => paymentType === 'us_bank_account')
  const [chosen, setChosen] = useState(saved[0]?.stripePaymentMethodId ?? 'new')
  const [optInAutoPayRenewal, setOptIn] = useState(false)
  const form = useForm<BankAccount>({
    resolver: zodResolver(bankForm),
    mode: 'onBlur',
    defaultValues: {
      payerName: `${policy.firstName} ${policy.lastName}`.trim(),
      email: policy.email ?? '',
      routingNumber: '',
      accountNumber: '',
      accountType: 'checking',
    },
  })
  const { errors } = form.formState
  const isNew = chosen === 'new'
  const pay = (account: BankAccount | { savedMethodId: string }) =>
    send({ type: 'ON_MAKE_ACH_PAYMENT', account, optInAutoPayRenewal })
  const isUnanswered = snapshot.matches({ payments: { charging: 'unanswered' } })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        if (isNew) return void form.handleSubmit(pay)(event)
        event.preventDefault()
        pay({ savedMethodId: chosen })
      }}
    >
      {saved.length > 0 && (
        <RadioCards
          legend="Bank account"
          name="bankAccount"
          value={chosen}
          onValueChange={setChosen}
          options={[
            ...saved.map(({ stripePaymentMethodId: value, stripePaymentMethod: { bankName, lastFourDigits } }) => ({
              value,
              label: `${bankName ?? 'Bank account'} ending in ${lastFourDigits}`,
            })),
            { value: 'new', label: 'Another bank account' },
          ]}
        />
      )}
      {isNew && (
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
      )}
      <OptIn value={optInAutoPayRenewal} onValueChange={setOptIn} />
      <p className="muted small">{text.pay.mandate}</p>
      {context.problem && <Alert tone="error">{context.problem}</Alert>}
      <div className="row">
        {isUnanswered ? (
          <Button onClick={() => send({ type: 'RETRY' })}>Check again</Button>
        ) : (
          <Button type="submit" busy={isBusy} busyLabel="Paying…" disabledReason={payReason}>
            Pay {money(amountToPay(policy))}
          </Button>
        )}
      </div>
    </form>
  )
}
