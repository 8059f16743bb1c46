import { zodResolver } from '@hookform/resolvers/zod'
import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bankForm } from './bank-form.ts'
import { MethodChoice } from './MethodChoice.tsx'
import { payerNameOf } from './new-method.ts'
import { OptIn } from './OptIn.tsx'
import type { BankAccount } from './payer.ts'
import { chargesAfterUpdate } from './payment-methods.ts'
import { useNewDefault } from './useNewDefault.ts'
import { StripeFace, useStripeClient } from './WithStripe.tsx'

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
    resolver: zodResolver(bankForm),
    mode: 'onBlur',
    defaultValues: {
      ...{ payerName: payerNameOf(policy), email: policy.email ?? '' },
      ...{ routingNumber: '', accountNumber: '', accountType: 'checking' },
    },
  })
  const update = useNewDefault(policy, onClose)
  const isLoaded = Boolean(loaded.data)
  return (
    <FormDialog
      title="Update Payment Method"
      submitLabel="Update"
      busyLabel="Updating…"
      notYet={isLoaded ? undefined : 'One moment, please.'}
      isBusy={update.isBusy}
      problem={update.problem}
      onSubmit={() => {
        const card = elements?.getElement(CardNumberElement)
        const wish = { chosen, optIn, stripe, card }
        if (chosen === 'bank') void bank.handleSubmit((account) => update.run({ ...wish, account }))()
        else update.run({ ...wish, account: undefined })
      }}
      onClose={onClose}
    >
      <StripeFace loaded={loaded} />
      {isLoaded && (
        <>
          <MethodChoice {...{ others, chosen, bank }} onChoose={setChosen} />
          <OptIn value={optIn} onValueChange={setOptIn} />
          {chargesAfterUpdate(policy) && (
            <Alert tone="info">The amount that is due now is charged to the new method at once.</Alert>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Makes another method the default one: one that is kept, or a new card or bank account. */
export function UpdateMethodDialog(props: UpdateMethodDialogProps) {
  const { data } = useStripeClient(props.policy.stripeKey)
  return (
    <Elements stripe={data?.client ?? null}>
      <UpdateForm {...props} />
    </Elements>
  )
}
