import { zodResolver } from '@hookform/resolvers/zod'
import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AutoPayOptIn } from './AutoPayOptIn.tsx'
import { bankFormSchema } from './bank-form.ts'
import { CardFee } from './CardFee.tsx'
import { getAmountToPay } from './fee-basis.ts'
import { createCardFromFields, getPayerName } from './new-payment-method.ts'
import { PaymentMethodChoice } from './PaymentMethodChoice.tsx'
import type { BankAccount } from './payment-method-details.ts'
import { shouldChargeAfterUpdate } from './payment-methods.ts'
import { StripeLoadingState, useStripeClient } from './StripeProvider.tsx'
import { paymentText } from './text.ts'
import { toSavedCard } from './update-payment-method.ts'
import { useUpdateDefaultPaymentMethod } from './useUpdateDefaultMethod.ts'

interface UpdateMethodDialogProps {
  policy: PolicyConfirmation
  methods: readonly PaymentMethod[]
  onClose: () => void
}

function UpdateForm({ policy, methods, onClose }: UpdateMethodDialogProps) {
  const stripe = useStripe()
  const elements = useElements()
  const loaded = useStripeClient(policy.stripeKey)
  const others = methods.filter((method) => !method.default)
  const [chosen, setChosen] = useState(others[0]?.stripePaymentMethodId ?? 'card')
  const [optIn, setOptIn] = useState(methods.some(({ optInAutoPayRenewal }) => optInAutoPayRenewal))
  const bank = useForm<BankAccount>({
    resolver: zodResolver(bankFormSchema),
    mode: 'onBlur',
    defaultValues: {
      ...{ payerName: getPayerName(policy), email: policy.email ?? '' },
      ...{ routingNumber: '', accountNumber: '', accountType: 'checking' },
    },
  })
  const kept = others.find(({ stripePaymentMethodId }) => stripePaymentMethodId === chosen)
  const isCard = kept ? kept.stripePaymentMethod.paymentType === 'card' : chosen === 'card'
  const isCharged = shouldChargeAfterUpdate(policy)
  const cardOf = async () =>
    kept ? toSavedCard(kept) : createCardFromFields(policy, stripe, elements?.getElement(CardNumberElement))
  const update = useUpdateDefaultPaymentMethod(policy, onClose)
  const { cardWithFee: priced, isAcknowledged } = update
  const mustShowFee = isCard && isCharged && !priced
  const input = { stripe, optIn }
  const send = () => {
    if (priced) update.run({ ...input, methodOf: async () => priced.card })
    else if (mustShowFee) update.loadFee(cardOf)
    else if (isCard) update.run({ ...input, methodOf: cardOf })
    else if (kept) update.run({ ...input, methodOf: async () => kept.stripePaymentMethodId })
    else void bank.handleSubmit((account) => update.run({ ...input, methodOf: async () => account }))()
  }
  const pay = isCharged ? `Update and pay ${formatMoney(getAmountToPay(policy, priced?.fee))}` : 'Update'
  return (
    <FormDialog
      title="Update Payment Method"
      submitLabel={mustShowFee ? 'Review card fee' : pay}
      busyLabel={mustShowFee ? 'Checking…' : isCharged ? 'Paying…' : 'Updating…'}
      disabledReason={
        loaded.data
          ? priced && !isAcknowledged
            ? 'Confirm you understand the card fee.'
            : undefined
          : 'One moment, please.'
      }
      isBusy={update.isBusy}
      problem={update.problem}
      onSubmit={send}
      onClose={onClose}
    >
      <StripeLoadingState loaded={loaded} />
      {loaded.data && (
        <>
          <div className="stack pay-fields" hidden={priced !== undefined}>
            <PaymentMethodChoice {...{ others, chosen, bank }} onChoose={setChosen} />
          </div>
          {priced && (
            <>
              <CardFee
                policy={policy}
                brand={priced.card.brand}
                fee={priced.fee}
                isAcknowledged={isAcknowledged}
                onAcknowledge={update.setIsAcknowledged}
                disabled={update.isUpdating}
              />
              <Button variant="quiet" disabled={update.isUpdating} onClick={update.lookAgain}>
                Change card
              </Button>
            </>
          )}
          <AutoPayOptIn value={optIn} onValueChange={setOptIn} />
          {isCharged && !priced && (
            <Alert tone="info">{paymentText.chargedAtOnce(formatMoney(getAmountToPay(policy)), isCard)}</Alert>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Makes another method the default: a saved one, or a new card or bank account. */
export function UpdatePaymentMethodDialog(props: UpdateMethodDialogProps) {
  const { data } = useStripeClient(props.policy.stripeKey)
  return (
    <Elements stripe={data?.client ?? null}>
      <UpdateForm {...props} />
    </Elements>
  )
}
