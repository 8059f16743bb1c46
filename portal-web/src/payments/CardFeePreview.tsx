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
  /** A known card. Without one, the fee of the most common card is shown and labeled as such. */
  card?: { brand: CardBrand; country: string } | undefined
}

/**
 * Previews the card fee before a card is entered. Before the payment, the payer must accept the exact fee of the card
 * that Stripe reports (PAY-3).
 */
export function CardFeePreview({ policy, card }: FeeAheadProps) {
  const amount = getCardFeeBasis(policy)
  const asked = card ?? ({ brand: 'visa', country: 'US' } as const)
  const fee = useQuery({
    ...getTransactionFeeOptions({ client: api.client, query: { amount, card: asked.brand, country: asked.country } }),
    enabled: amount > 0,
    // The fee is requested again before a payment, and a failure is shown then.
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
