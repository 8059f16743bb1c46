import type { PaymentMethod } from '@tideline/sdk'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BankFields } from './BankFields.tsx'
import { type CardFieldProblems, CardFields } from './CardFields.tsx'
import { CardIcon } from './CardIcon.tsx'
import { getCardBrandName } from './card-marks.ts'
import type { BankAccount } from './payment-method-details.ts'

const getOption = ({ stripePaymentMethodId, stripePaymentMethod }: PaymentMethod) => {
  const { bankName, cardBrand, lastFourDigits } = stripePaymentMethod
  return {
    value: stripePaymentMethodId,
    label: `${bankName ?? getCardBrandName(cardBrand)} ending in ${lastFourDigits}`,
    icon: <CardIcon brand={cardBrand} />,
  }
}

interface MethodChoiceProps {
  /** Saved payment methods except the default. */
  others: readonly PaymentMethod[]
  /** The Stripe id of a saved method, or `card` or `bank` for a new one. */
  chosen: string
  onChoose: (method: string) => void
  bank: UseFormReturn<BankAccount>
}

/** Selects a saved payment method or a new one with its fields. */
export function PaymentMethodChoice({ others, chosen, onChoose, bank }: MethodChoiceProps) {
  const id = useId()
  const [problems, setProblems] = useState<CardFieldProblems>({})
  return (
    <>
      <RadioCards
        legend="New default"
        name={`${id}-method`}
        value={chosen}
        onValueChange={onChoose}
        options={[
          ...others.map(getOption),
          { value: 'card', label: 'Another card' },
          { value: 'bank', label: 'Another bank account' },
        ]}
      />
      {chosen === 'card' && (
        <CardFields
          problems={problems}
          onProblem={(field, problem) => setProblems((known) => ({ ...known, [field]: problem }))}
        />
      )}
      {chosen === 'bank' && <BankFields form={bank} />}
    </>
  )
}
