import { turnOnAutoPay } from '@tideline/sdk/operations'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useEffect, useRef, useState } from 'react'
import { describeMethodBriefly, describeNextCharge, requiresCode } from '../../payments/auto-pay.ts'
import { ConfirmCodeForm } from '../../signing/ConfirmCodeForm.tsx'
import { signingText } from '../../signing/text.ts'
import { getPolicy, type PaymentAttempt, type WizardContext } from '../wizard.ts'

interface ActivationProps {
  policyNo: string
  attempt: PaymentAttempt & { autoPayTermsVersion: string; paymentMethodId: string }
  isInsured: boolean
}

function Activation({ policyNo, attempt, isInsured }: ActivationProps) {
  const turnOn = useAction(
    () =>
      api.call(turnOnAutoPay, {
        path: { policyNo },
        headers: { 'Idempotency-Key': `auto-pay-${attempt.idempotencyKey}` },
        body: {
          ...{ stripePaymentMethodId: attempt.paymentMethodId, termsVersion: attempt.autoPayTermsVersion },
          ...(!isInsured && { hasPolicyholderAgreed: true }),
        },
      }),
    { changes: ['getAutoPay'], errorTitle: 'Auto-pay was not turned on.' },
  )
  const { run } = turnOn
  const hasStarted = useRef(false)
  const [hasLeftCode, setHasLeftCode] = useState(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    run()
  }, [run])
  if (requiresCode(turnOn.error) && !hasLeftCode)
    return (
      <Alert tone="warning" title="Your payment was received, but auto-pay was not turned on">
        <ConfirmCodeForm
          policyNo={policyNo}
          why={signingText.code.whyAutoPay}
          onConfirmed={() => run()}
          onBack={() => setHasLeftCode(true)}
        />
      </Alert>
    )
  if (turnOn.problem)
    return (
      <Alert tone="warning" title="Your payment was received, but auto-pay was not turned on">
        <p>{turnOn.problem.text}</p>
        <Button
          variant="secondary"
          onClick={() => {
            setHasLeftCode(false)
            run()
          }}
        >
          Try again
        </Button>
      </Alert>
    )
  const autoPay = turnOn.result?.payload
  if (!autoPay?.consent) return <p role="status">Turning on auto-pay…</p>
  return (
    <Alert tone="success" title="Auto-pay is on">
      Installments are charged to {describeMethodBriefly(autoPay.consent.paymentMethod)}. Next charge:{' '}
      {describeNextCharge(autoPay)}.
    </Alert>
  )
}

/**
 * Turns on auto-pay after a payment if the payer agreed to auto-pay. The payment has already saved the payment method
 * (AUT-1).
 */
export function AutoPayActivation({ context }: { context: WizardContext }) {
  const { attempt, outcome, policyNo } = context
  if (!outcome || !attempt?.autoPayTermsVersion || !attempt.paymentMethodId) return null
  const { autoPayTermsVersion, paymentMethodId } = attempt
  return (
    <Activation
      policyNo={policyNo}
      attempt={{ ...attempt, autoPayTermsVersion, paymentMethodId }}
      isInsured={getPolicy(context).viewer.kind === 'insured'}
    />
  )
}
