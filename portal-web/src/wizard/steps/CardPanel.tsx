import { CardCvcElement, CardExpiryElement, CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useEffect, useId, useState } from 'react'
import { AutoPayField } from '../../payments/AutoPayField.tsx'
import { AutoPayOptIn } from '../../payments/AutoPayOptIn.tsx'
import { CardFee } from '../../payments/CardFee.tsx'
import { CardFeePreview } from '../../payments/CardFeePreview.tsx'
import { type CardFieldProblems, CardFields } from '../../payments/CardFields.tsx'
import { CardIcon } from '../../payments/CardIcon.tsx'
import { getCardBrandName } from '../../payments/card-marks.ts'
import { createCardPaymentMethod } from '../../payments/card-setup.ts'
import { getAmountToPay } from '../../payments/fee-basis.ts'
import { PaymentError } from '../../payments/payment-error.ts'
import type { CardMethod } from '../../payments/payment-method-details.ts'
import { findTransactionWithAddress, requireTransactionWithAddress } from '../../payments/requirements.ts'
import { paymentText } from '../../payments/text.ts'
import { getPolicy } from '../wizard.ts'
import { PayButton } from './PayButton.tsx'
import { PaymentErrorAlert } from './PaymentErrorAlert.tsx'
import type { PanelProps } from './panel.ts'

/** Scrolls the card fee into view on a small screen, because the payer must accept it. */
const intoView = (fee: HTMLElement | null) => fee?.scrollIntoView({ block: 'center' })

const focusOn = (fields: HTMLFormControlsCollection, name: string) => {
  const field = fields.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

/** Names of Stripe's card fields, which are also the keys of their error messages. */
const cardFields = ['number', 'expiry', 'cvc'] as const
const stripeFields = { number: CardNumberElement, expiry: CardExpiryElement, cvc: CardCvcElement } as const

const isEmail = (typed: string) => /^\S+@\S+\.\S+$/.test(typed.trim())

/**
 * Panel for paying by card in the documented order: create the payment method, fetch and accept the fee, confirm the
 * setup, process the payment. The fields stay mounted, so the payer can correct a declined card.
 */
export function CardPanel({ snapshot, send, isOpen, isBusy, problem, payReason }: PanelProps) {
  const formId = useId()
  const stripe = useStripe()
  const elements = useElements()
  const { context } = snapshot
  const policy = getPolicy(context)
  const saved = context.methods.filter(({ stripePaymentMethod: { paymentType } }) => paymentType === 'card')
  const [chosen, setChosen] = useState(saved[0]?.stripePaymentMethodId ?? 'new')
  const [name, setName] = useState(`${policy.firstName} ${policy.lastName}`.trim())
  const [email, setEmail] = useState(policy.email ?? '')
  const [optInAutoPayRenewal, setOptIn] = useState(false)
  const [autoPayTermsVersion, setAutoPay] = useState<string>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isFeeMissed, setFeeMissed] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const [cardProblems, setCardProblems] = useState<CardFieldProblems>({})
  const setCardProblem = (field: keyof CardFieldProblems, problem: string | undefined) =>
    setCardProblems((known) => ({ ...known, [field]: problem }))
  const isNew = chosen === 'new'
  const form = { payments: { loaded: { credit_card_payment: 'entering' as const } } }
  const isEntering = snapshot.matches(form)
  const isLoadingFee =
    snapshot.matches({ payments: { loaded: { credit_card_payment: 'creating_payment_method' } } }) ||
    snapshot.matches({ payments: { loaded: { credit_card_payment: 'fetching_fee' } } })
  const isOutcomeUnknown = snapshot.matches({ payments: { charging: 'outcome_unknown' } })

  const kept = saved.find(({ stripePaymentMethodId }) => stripePaymentMethodId === chosen)
  const keptCard = kept && {
    brand: kept.stripePaymentMethod.cardBrand,
    country: kept.stripePaymentMethod.cardCountry ?? 'US',
  }
  const create = async (): Promise<CardMethod> => {
    if (kept && keptCard) return { id: kept.stripePaymentMethodId, ...keptCard, isSaved: true }
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) throw new PaymentError(paymentText.pay.noClientSecret)
    return createCardPaymentMethod(
      stripe,
      card,
      { name: name.trim(), email: email.trim() },
      requireTransactionWithAddress(context.transactions),
    )
  }
  const nameError = isSubmitted && !name.trim() ? 'Please enter the name on the card.' : undefined
  const emailError =
    isSubmitted && !isEmail(email) ? 'Please enter an email address, like name@example.com.' : undefined
  const isFilled = !isNew || (name.trim() !== '' && isEmail(email))
  // Errors from Stripe appear at their field and are not repeated below the form.
  const isShownAtField = Object.values(cardProblems).includes(problem)
  // Focuses the first field that Stripe reports as invalid, as for all other fields.
  const wrong = problem && isShownAtField ? cardFields.find((field) => cardProblems[field]) : undefined
  useEffect(() => {
    if (wrong) elements?.getElement(stripeFields[wrong])?.focus()
  }, [wrong, elements])

  return (
    <form
      id={formId}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSubmitted(true)
        const { elements: fields } = event.currentTarget
        if (isEntering && isFilled) send({ type: 'CARD_ENTERED', createPaymentMethod: create })
        else if (isEntering) focusOn(fields, name.trim() ? 'payerEmail' : 'payerName')
        else if (context.isFeeAcknowledged) {
          setHasTried(true)
          send({ type: 'ON_MAKE_CC_PAYMENT', email: email.trim(), optInAutoPayRenewal, autoPayTermsVersion })
        } else {
          setFeeMissed(true)
          focusOn(fields, 'fee')
        }
      }}
    >
      <div className="stack" hidden={!isEntering && !isLoadingFee}>
        {findTransactionWithAddress(context.transactions) && (
          <CardFeePreview policy={policy} paysAll={context.paysAll} card={keptCard} />
        )}
        {saved.length > 0 && (
          <RadioCards
            legend="Card"
            name="card"
            value={chosen}
            onValueChange={setChosen}
            options={[
              ...saved.map(({ stripePaymentMethodId: value, stripePaymentMethod }) => ({
                value,
                label: `${getCardBrandName(stripePaymentMethod.cardBrand)} ending in ${stripePaymentMethod.lastFourDigits}`,
                description: `Expires ${stripePaymentMethod.expiration}`,
                icon: <CardIcon brand={stripePaymentMethod.cardBrand} />,
              })),
              { value: 'new', label: 'Another card' },
            ]}
          />
        )}
        <div className="stack" hidden={!isNew}>
          <FieldGrid>
            <TextField
              label="Name on the card"
              name="payerName"
              autoComplete="cc-name"
              maxLength={100}
              value={name}
              error={nameError}
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label="Email"
              name="payerEmail"
              type="email"
              autoComplete="email"
              help="For the receipt"
              value={email}
              error={emailError}
              onChange={(event) => setEmail(event.target.value)}
            />
          </FieldGrid>
          <CardFields problems={cardProblems} onProblem={setCardProblem} />
        </div>
      </div>
      {context.fee && context.card && (
        <div className="pay-fee stack" ref={intoView}>
          <CardFee
            policy={policy}
            paysAll={context.paysAll}
            brand={context.card.brand}
            fee={context.fee.feeYear}
            isAcknowledged={context.isFeeAcknowledged}
            isAcknowledgmentMissing={isFeeMissed && !context.isFeeAcknowledged}
            onAcknowledge={(isAcknowledged) => send({ type: 'ACKNOWLEDGE_FEE', isAcknowledged })}
            disabled={isBusy}
          />
          <AutoPayOptIn value={optInAutoPayRenewal} onValueChange={setOptIn} />
          <AutoPayField policy={policy} value={autoPayTermsVersion} onValueChange={setAutoPay} />
        </div>
      )}
      {problem && !isShownAtField && (
        <PaymentErrorAlert>
          {problem}
          {hasTried && !isOutcomeUnknown && (
            <>
              <p>{paymentText.pay.afterDecline}</p>
              <Button variant="secondary" onClick={() => send({ type: 'MAKE_ACH_PAYMENT' })}>
                Pay from a bank account
              </Button>
            </>
          )}
        </PaymentErrorAlert>
      )}
      {isOpen && (
        <PayButton>
          {isOutcomeUnknown ? (
            <Button onClick={() => send({ type: 'RETRY' })}>Check again</Button>
          ) : isEntering || isLoadingFee ? (
            <Button
              type="submit"
              form={formId}
              busy={isLoadingFee}
              busyLabel="Checking…"
              disabledReason={payReason ?? (stripe ? undefined : 'The card form is loading.')}
            >
              Review card fee
            </Button>
          ) : (
            <>
              <Button type="submit" form={formId} busy={isBusy} busyLabel="Paying…" disabledReason={payReason}>
                Pay {formatMoney(getAmountToPay(policy, context.fee?.feeYear, context.paysAll))}
              </Button>
              {!isBusy && (
                <Button
                  variant="quiet"
                  onClick={() => {
                    setFeeMissed(false)
                    send({ type: 'CHANGE_CARD' })
                  }}
                >
                  Change card
                </Button>
              )}
            </>
          )}
        </PayButton>
      )}
    </form>
  )
}
