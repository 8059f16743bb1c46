import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getTransactionFeeOptions } from '@tideline/sdk/query'
import type { CardBrand } from '@tideline/sdk/types'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getCardBrandName } from './card-marks.ts'
import { getCardFeeBasis } from './fee-basis.ts'

interface FeeAheadProps {
  policy: PolicyConfirmation
  /** Whether the payment pays everything that is owed. */
  paysAll?: boolean
  /** The card whose fee is shown. If undefined, shows the fee for a Visa card from the US and says so. */
  card?: { brand: CardBrand; country: string } | undefined
}

/**
 * Shows the expected card fee before the payer has entered a card. After Stripe has identified the card, the payer sees
 * and accepts the exact fee (PAY-3).
 */
export function CardFeePreview({ policy, paysAll = false, card }: FeeAheadProps) {
  const amount = getCardFeeBasis(policy, paysAll)
  const quotedCard = card ?? ({ brand: 'visa', country: 'US' } as const)
  const fee = useQuery({
    ...getTransactionFeeOptions({
      client: api.client,
      query: { amount, card: quotedCard.brand, country: quotedCard.country },
    }),
    enabled: amount > 0,
    // Ignores errors here. The fee is requested again before the payment, and an error is shown then.
    meta: { errors: 'own' },
  })
  const figure = fee.data?.payload.feeYear
  if (figure === undefined) return null
  return (
    <p>
      Card fee: <strong>{formatMoney(figure)}</strong>
      {card ? '' : ` with a ${getCardBrandName('visa')} card from a US bank. You’ll see your exact fee before you pay.`}
    </p>
  )
}
