import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'

/**
 * Returns the sentences about a payment that arrived after a cancellation: what happens next and by when (DEL-19), and
 * whether coverage can only resume with a lapse (DEL-26).
 * Returns undefined if no reinstatement offer is open.
 */
export function getReinstatementOfferAlert({
  reinstatementOffer: offer,
  viewer: { kind },
}: Pick<PolicyConfirmation, 'reinstatementOffer'> & { viewer: Pick<PolicyConfirmation['viewer'], 'kind'> }):
  | string
  | undefined {
  if (!offer) return undefined
  const { amountReceived, amountOnHold, hasNoLossStatement } = offer
  const lastDay = formatDate(offer.expiresOn)
  const lapse = offer.isLapseRequired
    ? ` The payment does not cover the days since coverage ended, so coverage can resume only on ${formatDate(offer.offeredOn)}.`
    : ''
  const refund = `${lapse}${amountOnHold > 0 ? ` Otherwise, ${formatMoney(amountOnHold)} will be refunded.` : ''}`
  const received = `A payment of ${formatMoney(amountReceived)} was received after cancellation.`
  if (kind === 'internal')
    return `${received} Reinstate the policy or decline the offer by ${lastDay}. ${hasNoLossStatement ? 'The no-loss statement is uploaded.' : 'The no-loss statement is missing.'}${refund}`
  if (kind === 'agent')
    return hasNoLossStatement
      ? `${received} We will decide by ${lastDay} whether to reinstate the policy.${refund}`
      : `${received} The policy can be reinstated if we receive the signed no-loss statement by ${lastDay}.${refund}`
  return hasNoLossStatement
    ? `Your payment of ${formatMoney(amountReceived)} arrived after cancellation. We will decide by ${lastDay} whether to reinstate your policy.${refund}`
    : `Your payment of ${formatMoney(amountReceived)} arrived after cancellation. We can reinstate your policy if we receive your signed no-loss statement by ${lastDay}.${refund}`
}
