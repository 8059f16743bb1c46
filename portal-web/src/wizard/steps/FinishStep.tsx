import { money } from '@tideline/web-kit/formats/format.ts'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { useReducedMotion } from '@tideline/web-kit/ui/useReducedMotion.ts'
import { useEffect } from 'react'
import { useOpenFile } from '../../base/useOpenFile.ts'
import { text as paying } from '../../payments/text.ts'
import type { WizardSnapshot } from '../step-of.ts'
import { text } from '../text.ts'
import { isPaid, type Outcome, policyOf } from '../wizard.ts'
import animation from './finish.svg?no-inline'
import { SignedPapers } from './SignedPapers.tsx'

interface FinishStepProps {
  snapshot: WizardSnapshot
  onView: () => void
}

/** What became of the payment, in words that stay true: a bank payment is not paid before the bank has settled it. */
function OutcomeNote({ outcome, isSettled }: { outcome: Outcome; isSettled: boolean }) {
  if (outcome.kind === 'billed')
    return (
      <Alert tone="info" title="The bill is on its way">
        {outcome.lienholderName} receives it. The policy stays unpaid until the lender has paid.
      </Alert>
    )
  const { amount, feeAmount } = outcome.payment
  if (outcome.kind === 'processing' && !isSettled)
    return (
      <Alert tone="info" title={`Your payment of ${money(amount + feeAmount)} is processing`}>
        A bank payment takes up to 4 business days. We write to you when it has arrived, or if the bank refuses it.
      </Alert>
    )
  if (outcome.kind === 'check') return <Alert tone="success">{paying.check.success.text}</Alert>
  return <Alert tone="success" title={`We received your payment of ${money(amount + feeAmount)}`} />
}

/** The end: thanks, what became of the payment, its receipt, and in modal form the way to the policy. */
export function FinishStep({ snapshot, onView }: FinishStepProps) {
  const { context } = snapshot
  const { outcome, policyNo, isModal } = context
  const policy = policyOf(context)
  const wantsCalm = useReducedMotion()
  const receipt = useOpenFile()
  const payment = outcome && 'payment' in outcome ? outcome.payment : undefined
  // Type 12 has no receipt (spec 1 §9).
  const hasReceipt = payment && payment.paymentTypeId !== 12

  useEffect(() => {
    if (wantsCalm) return
    let stop: (() => void) | undefined
    let isGone = false
    import('../confetti.ts').then(
      ({ celebrate }) => {
        if (!isGone) stop = celebrate()
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [wantsCalm])

  return (
    <div className="stack">
      <img className="wizard-tick" src={animation} alt="" />
      <h2 className="wizard-title">{text.finish.title}</h2>
      <p>
        {text.finish.thanks} {text.finish.cover(policy.inceptionDate)}
      </p>
      {outcome && <OutcomeNote outcome={outcome} isSettled={isPaid(context)} />}
      <Card className="wizard-tasks">
        <h3>{text.finish.box.title}</h3>
        <p>{text.finish.box.text}</p>
      </Card>
      <ActionBar>
        <Button onClick={onView}>{isModal ? text.finish.view : text.finish.see}</Button>
        {hasReceipt && (
          <Button
            variant="secondary"
            busy={receipt.isPending}
            onClick={() => receipt.open({ receiptOf: payment.policyPaymentId, policyNo })}
          >
            Open the receipt
          </Button>
        )}
      </ActionBar>
      <SignedPapers policyNo={policyNo} party={policy.viewer.party} />
    </div>
  )
}
