import { zodResolver } from '@hookform/resolvers/zod'
import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { createSetupIntent, getPolicyTransactions, updatePaymentMethod } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { BankFields } from './BankFields.tsx'
import { bankForm } from './bank-form.ts'
import { confirmBankSetup } from './bank-setup.ts'
import { CardFields } from './CardFields.tsx'
import { brandName, CardIcon } from './CardIcon.tsx'
import { confirmCardSetup, createCard } from './card-setup.ts'
import { OptIn } from './OptIn.tsx'
import type { BankAccount } from './payer.ts'
import { chargesAfterUpdate } from './payment-methods.ts'
import { PaymentProblem, problemText } from './payment-problem.ts'
import { requireAddressed } from './requirements.ts'
import { text } from './text.ts'
import { WithStripe } from './WithStripe.tsx'

interface UpdateMethodDialogProps {
  policy: PolicyConfirmation
  methods: readonly PaymentMethod[]
  onClose: () => void
}

const labelOf = ({ stripePaymentMethod: { bankName, cardBrand, lastFourDigits } }: PaymentMethod) =>
  `${bankName ?? brandName(cardBrand)} ending in ${lastFourDigits}`

function UpdateForm({
  policy,
  methods,
  onClose,
  onBusy,
}: UpdateMethodDialogProps & { onBusy: (busy: boolean) => void }) {
  const id = useId()
  const stripe = useStripe()
  const elements = useElements()
  const queryClient = useQueryClient()
  const others = methods.filter((method) => !method.default)
  const [chosen, setChosen] = useState(others[0]?.stripePaymentMethodId ?? 'card')
  const [optIn, setOptIn] = useState(methods.some(({ optInAutoPayRenewal }) => optInAutoPayRenewal))
  const name = `${policy.firstName} ${policy.lastName}`.trim()
  const email = policy.email ?? ''
  const bank = useForm<BankAccount>({
    resolver: zodResolver(bankForm),
    mode: 'onBlur',
    defaultValues: { payerName: name, email, routingNumber: '', accountNumber: '', accountType: 'checking' },
  })
  /** Sets a new card or account up at Stripe, in the browser; nothing is charged. */
  const setUp = async (account: BankAccount | undefined) => {
    if (!stripe) throw new PaymentProblem(text.pay.noClientSecret)
    const [{ payload: setup }, { payload: transactions }] = await Promise.all([
      api.call(createSetupIntent, {
        body: {
          stripeCustomerId: null,
          firstname: policy.firstName,
          lastName: policy.lastName,
          email,
          phone: policy.phone,
          policyNo: policy.policyNo,
          metadata: { source: 'policy-page' },
        },
      }),
      api.call(getPolicyTransactions, { path: { policyNo: policy.policyNo } }),
    ])
    const transaction = requireAddressed(transactions)
    const secret = setup.data.client_secret
    if (account) return confirmBankSetup(stripe, secret, account, transaction)
    const card = elements?.getElement(CardNumberElement)
    if (!card) throw new PaymentProblem(text.pay.noClientSecret)
    return confirmCardSetup(stripe, secret, await createCard(stripe, card, { name, email }, transaction))
  }
  const update = useMutation({
    mutationFn: async (account: BankAccount | undefined) => {
      const isNew = chosen === 'card' || chosen === 'bank'
      return api.call(updatePaymentMethod, {
        body: {
          PolicyNo: policy.policyNo,
          PaymentMethodId: isNew ? await setUp(account) : chosen,
          Default: true,
          ChargeAfterUpdate: chargesAfterUpdate(policy),
          EmailReceipt: false,
          OptInAutoPayRenewal: optIn,
        },
      })
    },
    meta: { errors: 'own' },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onError: () => toast({ tone: 'error', title: 'There was an error updating the payment method.' }),
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Payment method was successfully updated!' })
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        if (chosen === 'bank') return void bank.handleSubmit((account) => update.mutate(account))(event)
        event.preventDefault()
        update.mutate(undefined)
      }}
    >
      <RadioCards
        legend="New default"
        name={`${id}-method`}
        value={chosen}
        onValueChange={setChosen}
        options={[
          ...others.map((method) => ({
            value: method.stripePaymentMethodId,
            label: labelOf(method),
            icon: <CardIcon brand={method.stripePaymentMethod.cardBrand} />,
          })),
          { value: 'card', label: 'Another card' },
          { value: 'bank', label: 'Another bank account' },
        ]}
      />
      {chosen === 'card' && <CardFields />}
      {chosen === 'bank' && <BankFields form={bank} />}
      <OptIn value={optIn} onValueChange={setOptIn} />
      {chargesAfterUpdate(policy) && (
        <Alert tone="info">The amount that is due now is charged to the new method at once.</Alert>
      )}
      {update.isError && <Alert tone="error">{problemText(update.error)}</Alert>}
      <div className="row">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={update.isPending} busyLabel="Updating…">
          Update
        </Button>
      </div>
    </form>
  )
}

/** Makes another method the default one: one that is kept, or a new card or bank account. */
export function UpdateMethodDialog(props: UpdateMethodDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog open onOpenChange={props.onClose} title="Update Payment Method" dismissable={!isBusy}>
      <WithStripe stripeKey={props.policy.stripeKey}>
        <UpdateForm {...props} onBusy={setIsBusy} />
      </WithStripe>
    </Dialog>
  )
}
