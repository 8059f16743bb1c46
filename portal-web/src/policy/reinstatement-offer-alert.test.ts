import { describe, expect, it } from 'vitest'
import { getReinstatementOfferAlert } from './reinstatement-offer-alert.ts'

describe('getReinstatementOfferAlert', () => {
  const reinstatementOffer = {
    ...{ amountReceived: 1125, amountNeeded: 1125, amountOnHold: 829.63, hasNoLossStatement: false },
    ...{ noLossStatementDocTypeId: 22 as const, amountNeededWithLapse: null, isLapseRequired: false },
    coverageEndedOn: '2026-11-20',
    ...{ offeredOn: '2026-11-20', expiresOn: '2026-12-20' },
  }
  const getAlert = (kind: 'internal' | 'agent' | 'insured', changes: Partial<typeof reinstatementOffer> = {}) =>
    getReinstatementOfferAlert({ reinstatementOffer: { ...reinstatementOffer, ...changes }, viewer: { kind } })

  it.each([
    [
      'internal',
      'A payment of $1,125.00 was received after cancellation. Reinstate the policy or decline the offer by 12/20/2026. The no-loss statement is missing. Otherwise, $829.63 will be refunded.',
    ],
    [
      'agent',
      'A payment of $1,125.00 was received after cancellation. The policy can be reinstated if we receive the signed no-loss statement by 12/20/2026. Otherwise, $829.63 will be refunded.',
    ],
    [
      'insured',
      'Your payment of $1,125.00 arrived after cancellation. We can reinstate your policy if we receive your signed no-loss statement by 12/20/2026. Otherwise, $829.63 will be refunded.',
    ],
  ] as const)('states to a viewer of kind %s what happens next and by when (DEL-19)', (kind, text) => {
    expect(getAlert(kind)).toBe(text)
  })

  it('states that the decision is pending once the no-loss statement is uploaded', () => {
    for (const kind of ['internal', 'agent', 'insured'] as const)
      expect(getAlert(kind, { hasNoLossStatement: true })).toMatch(/is uploaded|We will decide by 12\/20\/2026/)
  })

  it('states when coverage can resume if the payment covers only a reinstatement with a lapse (DEL-26)', () => {
    expect(getAlert('insured', { isLapseRequired: true })).toContain(
      'The payment does not cover the days since coverage ended, so coverage can resume only on 11/20/2026. Otherwise, $829.63 will be refunded.',
    )
  })

  it('mentions no refund if nothing is on hold, and returns nothing without an offer', () => {
    expect(getAlert('insured', { amountOnHold: 0 })).not.toContain('refunded')
    expect(getReinstatementOfferAlert({ reinstatementOffer: null, viewer: { kind: 'insured' } })).toBeUndefined()
  })
})
