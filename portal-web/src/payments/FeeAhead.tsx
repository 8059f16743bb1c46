import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getTransactionFeeOptions } from '@tideline/sdk/query'
import type { CardBrand } from '@tideline/sdk/types'
import { money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { brandName } from './card-marks.ts'
import { feeBasis } from './fee-basis.ts'

interface FeeAheadProps {
  policy: PolicyConfirmation
  /** A card that is known; else the fee is that of the commonest card, and said to be. */
  card?: { brand: CardBrand; country: string } | undefined
}

/**
 * What paying by card will cost, before a card is typed. The fee that counts is that of the card as Stripe knows it; it is
 * shown and agreed to before the payment (PAY-3).
 */
export function FeeAhead({ policy, card }: FeeAheadProps) {
  const amount = feeBasis(policy)
  const asked = card ?? ({ brand: 'visa', country: 'US' } as const)
  const fee = useQuery({
    ...getTransactionFeeOptions({ client: api.client, query: { amount, card: asked.brand, country: asked.country } }),
    enabled: amount > 0,
    // It is asked for again, and its failure told, before anything is paid.
    meta: { errors: 'own' },
  })
  const figure = fee.data?.payload.feeYear
  if (figure === undefined) return null
  return (
    <p>
      Card fee: <strong>{money(figure)}</strong>
      {card ? '' : ` with a ${brandName('visa')} card from a US bank. You’ll see your exact fee before you pay.`}
    </p>
  )
}
