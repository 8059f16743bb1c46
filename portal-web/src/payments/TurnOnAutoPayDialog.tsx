import type { AutoPay, PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { turnOnAutoPay } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { useState } from 'react'
import { ConfirmCodeForm } from '../signing/ConfirmCodeForm.tsx'
import { signingText } from '../signing/text.ts'
import { AutoPayTerms } from './AutoPayTerms.tsx'
import { describeMethodBriefly, requiresCode } from './auto-pay.ts'
import { CardIcon } from './CardIcon.tsx'

interface TurnOnAutoPayDialogProps {
  policy: PolicyConfirmation
  autoPay: AutoPay
  methods: readonly PaymentMethod[]
  onClose: () => void
}

/** Turns on auto-pay for installments and endorsements, or changes its payment method. */
export function TurnOnAutoPayDialog({ policy, autoPay, methods, onClose }: TurnOnAutoPayDialogProps) {
  const { policyNo } = policy
  const current = autoPay.consent?.stripePaymentMethodId
  const first = methods.find(({ stripePaymentMethodId }) => stripePaymentMethodId !== current) ?? methods[0]
  const [chosen, setChosen] = useState(first?.stripePaymentMethodId ?? '')
  const [isAgreed, setIsAgreed] = useState(false)
  const [isMissed, setIsMissed] = useState(false)
  const turnOn = useAction(
    () =>
      api.call(turnOnAutoPay, {
        path: { policyNo },
        body: {
          ...{ stripePaymentMethodId: chosen, termsVersion: autoPay.terms.version },
          ...(policy.viewer.kind !== 'insured' && { hasPolicyholderAgreed: true }),
        },
      }),
    {
      changes: 'everything',
      successToast: 'Auto-pay is on.',
      errorTitle: 'Auto-pay was not turned on.',
      onDone: onClose,
    },
  )
  if (requiresCode(turnOn.error))
    return (
      <Dialog open onOpenChange={onClose} title="Turn on auto-pay">
        <ConfirmCodeForm
          policyNo={policyNo}
          why={signingText.code.whyAutoPay}
          onConfirmed={() => turnOn.run()}
          onBack={turnOn.reset}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title="Turn on auto-pay"
      submitLabel="Turn on auto-pay"
      busyLabel="Turning on…"
      isBusy={turnOn.isBusy}
      problem={turnOn.problem}
      onSubmit={() => (isAgreed ? turnOn.run() : setIsMissed(true))}
      onClose={onClose}
    >
      <RadioCards
        legend="Payment method"
        name="autoPayMethod"
        value={chosen}
        onValueChange={setChosen}
        options={methods.map(({ stripePaymentMethodId: value, stripePaymentMethod }) => ({
          value,
          label: describeMethodBriefly(stripePaymentMethod),
          ...(stripePaymentMethod.expiration && { description: `Expires ${stripePaymentMethod.expiration}` }),
          icon: <CardIcon brand={stripePaymentMethod.cardBrand} />,
        }))}
      />
      <AutoPayTerms
        policy={policy}
        terms={autoPay.terms}
        isAgreed={isAgreed}
        onAgree={setIsAgreed}
        error={isMissed && !isAgreed ? 'Check the box to turn on auto-pay.' : undefined}
      />
    </FormDialog>
  )
}
