import { PaymentType } from '@tideline/sdk/words'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useReducedMotion } from '@tideline/web-kit/ui/useReducedMotion.ts'
import { useEffect } from 'react'
import { useOpenFile } from '../../base/useOpenFile.ts'
import { hasReceipt } from '../../payments/has-receipt.ts'
import { paymentText as paying } from '../../payments/text.ts'
import type { WizardSnapshot } from '../get-wizard-step.ts'
import { wizardText } from '../text.ts'
import { getPolicy, isPolicyPaid, type PaymentOutcome } from '../wizard.ts'
import { AutoPayActivation } from './AutoPayActivation.tsx'
import animation from './finish.svg?no-inline'
import { SignedDocuments } from './SignedDocuments.tsx'

interface FinishStepProps {
  snapshot: WizardSnapshot
  onView: () => void
}

/** Describes the result of the payment. A bank payment is shown as processing until the bank has settled it. */
function OutcomeNote({ outcome, isSettled }: { outcome: PaymentOutcome; isSettled: boolean }) {
  if (outcome.kind === 'billed')
    return (
      <Alert tone="info" title="Bill sent">
        {outcome.lienholderName} will be billed. The policy isn’t paid until the lender pays.
      </Alert>
    )
  if (outcome.kind === 'check') return <Alert tone="success">{paying.check.success.text}</Alert>
  const { amount, feeAmount, paymentTypeId } = outcome.payment
  const total = formatMoney(amount + feeAmount)
  const isOnItsWay = outcome.kind === 'processing' && !isSettled
  if (isOnItsWay && paymentTypeId === PaymentType.card)
    return (
      <Alert tone="info" title={`Your card payment of ${total} is being checked`}>
        Your bank has not responded yet. We’ll email you when the payment clears or if your bank declines it.
      </Alert>
    )
  if (isOnItsWay)
    return (
      <Alert tone="info" title={`Your payment of ${total} is processing`}>
        A bank payment takes up to 4 business days. We’ll email you when it clears or if your bank declines it.
      </Alert>
    )
  return (
    <Alert tone="success" title={`We received your payment of ${total}`}>
      {feeAmount > 0 && `${formatMoney(amount)} for the policy and a card fee of ${formatMoney(feeAmount)}. `}
      {outcome.receiptNo && `Receipt ${outcome.receiptNo}.`}
    </Alert>
  )
}

/**
 * Returns the payment whose receipt is shown: the payment just made or, after a reload, the newest payment with a
 * receipt. Returns undefined if there is no such payment.
 */
const getReceipt = ({ outcome, policy }: WizardSnapshot['context']) => {
  const newPayment = outcome && 'payment' in outcome ? outcome.payment : undefined
  const all = (policy?.payments ?? []).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const candidates = newPayment
    ? [newPayment, ...all.filter(({ paymentId }) => paymentId === newPayment.paymentId)]
    : all
  return candidates.find((payment) => hasReceipt(payment) && payment.amount > 0)
}

/**
 * Last step of the wizard. Shows a thank-you message, the payment's result and receipt, and a dialog with the link to
 * the policy.
 */
export function FinishStep({ snapshot, onView }: FinishStepProps) {
  const { context } = snapshot
  const { outcome, policyNo, isModal } = context
  const policy = getPolicy(context)
  const wantsCalm = useReducedMotion()
  const receipt = useOpenFile()
  const paid = getReceipt(context)

  useEffect(() => {
    if (wantsCalm) return
    let stop: (() => void) | undefined
    let isGone = false
    import('../confetti.ts').then(
      ({ throwConfetti: celebrate }) => {
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
      <h2 className="wizard-title">{wizardText.finish.title}</h2>
      <p>
        {wizardText.finish.thanks} {wizardText.finish.cover(policy.inceptionDate)}
      </p>
      {outcome ? (
        <OutcomeNote outcome={outcome} isSettled={isPolicyPaid(context)} />
      ) : (
        context.problem && (
          <Alert tone="info" title={wizardText.finish.paidMeanwhile.title}>
            {wizardText.finish.paidMeanwhile.text}
          </Alert>
        )
      )}
      <AutoPayActivation context={context} />
      <ActionBar>
        <Button onClick={onView}>{isModal ? wizardText.finish.view : wizardText.finish.see}</Button>
        {paid && (
          <Button
            variant="secondary"
            busy={receipt.isPending}
            onClick={() => receipt.open({ receiptOf: paid.policyPaymentId, policyNo })}
          >
            Open the receipt
          </Button>
        )}
      </ActionBar>
      <SignedDocuments policyNo={policyNo} party={policy.viewer.party} />
    </div>
  )
}
