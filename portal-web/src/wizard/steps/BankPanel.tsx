import { zodResolver } from '@hookform/resolvers/zod'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AutoPayField } from '../../payments/AutoPayField.tsx'
import { AutoPayOptIn } from '../../payments/AutoPayOptIn.tsx'
import { BankFields } from '../../payments/BankFields.tsx'
import { bankFormSchema } from '../../payments/bank-form.ts'
import { getAmountToPay } from '../../payments/fee-basis.ts'
import type { BankAccount } from '../../payments/payment-method-details.ts'
import { paymentText } from '../../payments/text.ts'
import { getPolicy } from '../wizard.ts'
import { PayButton } from './PayButton.tsx'
import { PaymentErrorAlert } from './PaymentErrorAlert.tsx'
import type { PanelProps } from './panel.ts'

/** Panel for paying from a saved or new bank account. The account number is sent to Stripe, never to our API. */
export function BankPanel({ snapshot, send, isOpen, isBusy, problem, payReason }: PanelProps) {
  const formId = useId()
  const { context } = snapshot
  const { brand } = useSettings()
  const policy = getPolicy(context)
  const saved = context.methods.filter(({ stripePaymentMethod: { paymentType } }) => paymentType === 'us_bank_account')
  const [chosen, setChosen] = useState(saved[0]?.stripePaymentMethodId ?? 'new')
  const [optInAutoPayRenewal, setOptIn] = useState(false)
  const [autoPayTermsVersion, setAutoPay] = useState<string>()
  const form = useForm<BankAccount>({
    resolver: zodResolver(bankFormSchema),
    mode: 'onBlur',
    defaultValues: {
      payerName: `${policy.firstName} ${policy.lastName}`.trim(),
      email: policy.email ?? '',
      routingNumber: '',
      accountNumber: '',
      accountType: 'checking',
    },
  })
  const isNew = chosen === 'new'
  const pay = (account: BankAccount | { savedMethodId: string }) =>
    send({ type: 'ON_MAKE_ACH_PAYMENT', account, optInAutoPayRenewal, autoPayTermsVersion })
  const isOutcomeUnknown = snapshot.matches({ payments: { charging: 'outcome_unknown' } })
  return (
    <form
      id={formId}
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
      {isNew && <BankFields form={form} />}
      <AutoPayOptIn value={optInAutoPayRenewal} onValueChange={setOptIn} />
      <AutoPayField policy={policy} value={autoPayTermsVersion} onValueChange={setAutoPay} />
      <p className="muted small">{paymentText.pay.mandate(brand)}</p>
      {problem && <PaymentErrorAlert>{problem}</PaymentErrorAlert>}
      {isOpen && (
        <PayButton>
          {isOutcomeUnknown ? (
            <Button onClick={() => send({ type: 'RETRY' })}>Check again</Button>
          ) : (
            <Button type="submit" form={formId} busy={isBusy} busyLabel="Paying…" disabledReason={payReason}>
              Pay {formatMoney(getAmountToPay(policy, 0, context.paysAll))}
            </Button>
          )}
        </PayButton>
      )}
    </form>
  )
}
