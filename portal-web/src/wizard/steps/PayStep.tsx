import { cardLimit, lenderPays } from '@tideline/sdk/words'
import { wholeMoney } from '@tideline/web-kit/formats/format.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { ReactNode } from 'react'
import { mayOf, whyNotOf } from '../../base/may-of.ts'
import { isOverCardLimit } from '../../payments/card-limit.ts'
import type { PayMethod } from '../../payments/initial-method.ts'
import { LockboxPanel } from '../../payments/LockboxPanel.tsx'
import { text } from '../../payments/text.ts'
import type { WizardStepProps } from '../useWizard.ts'
import { policyOf } from '../wizard.ts'
import { BankPanel } from './BankPanel.tsx'
import { CardPanel } from './CardPanel.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { MortgageePanel } from './MortgageePanel.tsx'
import './steps.css'
import { WithStripe } from '../../payments/WithStripe.tsx'
import type { PanelProps } from './panel.ts'

const chooseBy = {
  ach: 'MAKE_ACH_PAYMENT',
  card: 'MAKE_CC_PAYMENT',
  cardMessage: 'MAKE_CC_PAYMENT',
  mortgagee: 'MAKE_MORTGAGEE_PAYMENT',
  lockbox: 'LOCKBOX_INFO',
  applyCheck: 'APPLY_CHECK',
} as const

function Panel({ method, ...panel }: PanelProps & { method: PayMethod }) {
  const { stripeKey, policyNo } = policyOf(panel.snapshot.context)
  switch (method) {
    case 'ach':
      return (
        <WithStripe stripeKey={stripeKey}>
          <BankPanel {...panel} />
        </WithStripe>
      )
    case 'card':
      return (
        <WithStripe stripeKey={stripeKey}>
          <CardPanel {...panel} />
        </WithStripe>
      )
    case 'cardMessage':
      return <Alert tone="warning">{text.pay.cardOverLimit}</Alert>
    case 'mortgagee':
      return <MortgageePanel {...panel} />
    case 'lockbox':
      return <LockboxPanel policyNo={policyNo} />
    case 'applyCheck':
      return <CheckPanel {...panel} />
  }
}

/** Paying: what is due, the ways to pay it, and the form of the chosen one. */
export function PayStep({ snapshot, send }: WizardStepProps) {
  const { context } = snapshot
  const policy = policyOf(context)
  const head = (
    <header className="stack-tight">
      <h2 className="wizard-title">{text.pay.title}</h2>
      <p>{text.pay.lead}</p>
    </header>
  )
  const alone = (face: ReactNode) => (
    <div className="stack">
      <h2 className="wizard-title">{text.pay.title}</h2>
      {face}
    </div>
  )
  if (snapshot.matches({ payments: 'fetch_payment_methods' }))
    return alone(<Skeleton height={320} label="Loading the ways to pay" />)
  if (snapshot.matches({ payments: { loaded: 'already_paid' } }))
    return alone(<Alert tone="success">{text.pay.alreadyPaid}</Alert>)
  if (snapshot.matches({ payments: { loaded: 'under_way' } }))
    return alone(
      <Alert tone="info" title="Your bank payment is processing">
        It can take up to 4 business days. We write to you when it has arrived; there is nothing to do until then.
      </Alert>,
    )

  const method = context.method ?? 'ach'
  const shown = method === 'cardMessage' ? 'card' : method
  const isUnanswered = snapshot.matches({ payments: { charging: 'unanswered' } })
  const isBusy = snapshot.matches({ payments: 'charging' }) && !isUnanswered
  const locked = isBusy || isUnanswered ? 'Please wait until this payment is done.' : undefined
  const isOver = isOverCardLimit(policy)
  const options: { value: Exclude<PayMethod, 'cardMessage'>; label: string; description: string }[] = [
    { value: 'ach', label: 'Bank account (ACH)', description: 'No fee. Takes up to 4 business days.' },
    {
      value: 'card',
      label: 'Credit card',
      description: isOver
        ? `Not for total charges over ${wholeMoney(cardLimit)}.`
        : 'At once, for a fee that you see before you pay.',
    },
    { value: 'mortgagee', label: lenderPays, description: 'We send the bill to your lender.' },
    { value: 'lockbox', label: 'Check by mail', description: 'See where to send it.' },
  ]
  if (mayOf(policy, 'applyCheck'))
    options.push({ value: 'applyCheck', label: 'Apply check', description: 'Record a check that has arrived.' })
  return (
    <div className="stack">
      {head}
      <div className="pay-layout">
        <RadioCards
          legend="Method of payment"
          name="paymentMethod"
          value={shown}
          onValueChange={(value) => send({ type: chooseBy[value] })}
          options={options.map((option) => ({
            ...option,
            ...(locked && option.value !== shown && { disabledReason: locked }),
          }))}
        />
        <Card className="pay-panel" label="Payment details">
          <Panel key={method} method={method} {...{ snapshot, send, isBusy }} payReason={whyNotOf(policy, 'pay')} />
        </Card>
      </div>
    </div>
  )
}
