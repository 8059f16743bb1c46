import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { getPropertyDate } from '../calendar/property-date.ts'
import { amountDueCondition, obligationsSql } from '../ledger/money-sql.ts'
import { type Obligation, summarizeDue } from '../ledger/obligations.ts'
import { insertPayment, insertPolicy, setZeroTaxRates } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { buildPolicyStatusSql, getPolicyStatus, type PolicyStatusFacts } from './status.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const facts: PolicyStatusFacts = {
  state: 'FL',
  productId: 1,
  inceptionDate: '2026-06-01',
  expirationDate: '2027-06-01',
  cancelledAt: null,
  pendingCancelAt: null,
  nonRenewedAt: null,
  grossPremiumCents: 100_000,
}
const moment = new Date('2026-10-01T00:00:00Z')

describe('policy status', () => {
  it.each([
    ['Active', {}],
    ['Bound', { inceptionDate: '2026-12-15' }],
    ['Pending Cancel', { pendingCancelAt: moment }],
    ['Expired', { expirationDate: '2026-11-20' }],
    ['Expired', { expirationDate: '2026-11-20', pendingCancelAt: moment }],
    ['Cancelled', { cancelledAt: moment, expirationDate: '2026-11-01' }],
    ['Pending Cancel', { cancelledAt: moment, pendingCancelAt: moment }],
    ['Non-renew', { productId: 4, nonRenewedAt: moment }],
    ['Active', { nonRenewedAt: moment }],
  ] as const)('is %s for %j [D048] [D049] [D050] [D051] [D145]', (status, changes) => {
    expect(getPolicyStatus({ ...facts, ...changes }, now).status).toBe(status)
  })

  /** One condition for each status, highest precedence first. */
  const precedence = [
    ['Cancelled', { cancelledAt: moment }],
    ['Expired', { expirationDate: '2026-11-20' }],
    ['Pending Cancel', { pendingCancelAt: moment }],
    ['Non-renew', { productId: 5, nonRenewedAt: moment }],
    ['Bound', { inceptionDate: '2026-12-15' }],
    ['Active', {}],
  ] as const
  const pairs = precedence.flatMap(([status, changes], index) =>
    precedence.slice(index + 1).map(([weaker, others]) => [status, weaker, { ...others, ...changes }] as const),
  )

  it.each(pairs.filter(([one, other]) => `${one} ${other}` !== 'Cancelled Pending Cancel'))(
    'is %s even when the policy also meets the conditions for %s [D048] [D050] [D051]',
    (status, _, changes) => expect(getPolicyStatus({ ...facts, ...changes }, now).status).toBe(status),
  )

  it('changes at midnight in the time zone of the property [POL-6]', () => {
    const lateEvening = new Date('2026-11-21T03:30:00Z')
    expect(getPropertyDate(lateEvening, 'FL')).toBe('2026-11-20')
    expect(getPropertyDate(new Date('2026-11-21T06:30:00Z'), 'FL')).toBe('2026-11-21')
    expect(getPropertyDate(new Date('2026-11-21T06:30:00Z'), 'CA')).toBe('2026-11-20')
  })
})

describe('policy rules in SQL', () => {
  const moments = [
    '2026-11-20T15:00:00Z',
    '2026-12-15T04:30:00Z',
    '2026-12-15T05:30:00Z',
    '2026-12-15T07:30:00Z',
    '2027-12-15T05:30:00Z',
  ]
  const states = ['FL', 'TX', 'CO', 'AZ', 'CA', 'AK', 'HI', 'NY']
  const lives = [
    {},
    { cancelled_at: moment, cancel_reason_code: '01' },
    { pending_cancel_at: moment, cancel_reason_code: '33' },
    { non_renewed_at: moment },
  ]

  test('return the same status as getStatus', async () => {
    await setZeroTaxRates(db, ['CO', 'AZ', 'AK', 'HI'])
    for (const [index, state] of states.entries())
      await insertPolicy(db, { product: index % 2 ? 4 : 1, columns: { state, ...lives[index % lives.length] } })
    const address_id = 'pensacola'
    const place = { addr1: '1 Bay Street', city: 'Pensacola', state: 'FL', zip: '32501', lat: 30.42, lng: -87.22 }
    await db
      .insertInto('addresses')
      .values({ address_id, ...place })
      .execute()
    const columns = { address_id, address_data_version: 1, inception_date: '2026-12-15' }
    expect(await insertPolicy(db, { columns })).toMatchObject({ state: 'FL', time_zone: 'America/Chicago' })
    const rule = buildPolicyStatusSql('p', 'clock.now')
    for (const at of moments) {
      const { rows } = await sql<PolicyStatusFacts & { status: string; isExpired: boolean; canCancelPolicy: boolean }>`
        select p.state, p.time_zone as "timeZone", p.product_id as "productId", p.inception_date as "inceptionDate",
          p.expiration_date as "expirationDate", p.cancelled_at as "cancelledAt", p.pending_cancel_at as "pendingCancelAt",
          p.non_renewed_at as "nonRenewedAt", p.gross_premium_cents as "grossPremiumCents", ${sql.raw(rule.status)} as status,
          ${sql.raw(rule.isExpired)} as "isExpired", ${sql.raw(rule.canCancelPolicy)} as "canCancelPolicy"
        from policies p cross join (select ${at}::timestamptz as now) clock`.execute(db)
      for (const { status, isExpired, canCancelPolicy, ...row } of rows)
        expect(getPolicyStatus(row, new Date(at))).toMatchObject({ status, isExpired, canCancelPolicy })
    }
  })

  test('find the same policies with an amount due as the ledger [BIL-2]', async () => {
    await insertPolicy(db, { product: 4, monthly: true })
    const later = await insertPolicy(db, { product: 4, monthly: true })
    const { policy_id: policyId } = later
    await insertPayment(db, {
      policyId,
      amountCents: Math.floor(later.totalCents / 12),
      now: new Date('2026-11-20T15:00:00Z'),
    })
    const found = new Set<boolean>()
    for (const today of ['2026-11-20', '2026-12-15', '2027-03-20', '2028-01-01']) {
      const { rows } = await sql<{ obligations: Obligation[]; isDue: boolean }>`
        select ${sql.raw(obligationsSql)} as obligations, ${sql.raw(amountDueCondition(`'${today}'::date`))} as "isDue"
        from policies p`.execute(db)
      for (const { obligations, isDue } of rows) {
        expect(isDue).toBe(summarizeDue(obligations, { today, processingCents: 0 }).currentlyDueCents > 0)
        found.add(isDue)
      }
    }
    expect(found).toEqual(new Set([true, false]))
  })
})
