import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { deleteAdjustment } from './adjustments.ts'
import { closeStatement } from './close-statement.ts'
import { saveOverride } from './overrides.ts'
import { createParentOverride, getParentOverrides } from './parent-overrides.ts'
import { requireVisibleStatement } from './visible-statement.ts'

const { db } = await createTestDatabase()
const staff = createStaffActor('financeadmin', 'commissionAdmin')
const december = createTestContext(db, staff, { now: new Date('2026-12-05T15:00:00Z') })
const january = createTestContext(db, staff, { now: new Date('2027-01-05T15:00:00Z') })
await db
  .insertInto('commission_rates')
  .values([
    { product_id: 1, is_renewal: false, rate_basis_points: 1500 },
    { product_id: 1, is_renewal: true, rate_basis_points: 1000 },
  ])
  .execute()

type Agency = Awaited<ReturnType<typeof insertAgency>>
const bind = ({ agency_id, agency_no }: Agency, original_trans_type: 'NB' | 'RN') =>
  insertPolicy(db, { premiumCents: 100_000, columns: { agency_id, agency_no, original_trans_type } })

/** Returns the statements of an agency, sorted by month. */
async function getStatements({ agency_id }: Agency) {
  const rows = await db
    .selectFrom('commission_statements')
    .select('statement_id')
    .where('agency_id', '=', agency_id)
    .orderBy('month')
    .execute()
  return Promise.all(
    rows.map(({ statement_id }) => requireVisibleStatement(createTestContext(db, staff), statement_id)),
  )
}
const november = async (agency: Agency) => (await getStatements(agency))[0]?.statementId ?? ''

describe('renewal commission', () => {
  it('is pending until the first payment, and then added to the next statement if its month is closed', async () => {
    const agency = await insertAgency(db)
    await bind(agency, 'NB')
    const renewal = await bind(agency, 'RN')
    expect(await getStatements(agency)).toMatchObject([
      { status: 'open', commission: 150, pendingCommission: 100, total: 150, transactionCount: 2 },
    ])
    await closeStatement(december, await november(agency))
    expect(await getStatements(agency)).toMatchObject([
      { month: 11, status: 'closed', commission: 150, pendingCommission: 0, total: 150, transactionCount: 1 },
      { month: 12, status: 'open', commission: 0, pendingCommission: 100, total: 0, transactionCount: 1 },
    ])
    const payment = { policyId: renewal.policy_id, amountCents: 1_000, now: defaultTestTime }
    await insertPayment(db, { ...payment, status: 'processing' })
    expect((await getStatements(agency))[1]).toMatchObject({ commission: 0, pendingCommission: 100 })
    await insertPayment(db, payment)
    expect((await getStatements(agency))[1]).toMatchObject({ commission: 100, pendingCommission: 0, total: 100 })
    await closeStatement(january, (await getStatements(agency))[1]?.statementId ?? '')
    expect((await getStatements(agency))[1]).toMatchObject({ status: 'closed', total: 100 })
  })
})

describe('commission statement with a negative total', () => {
  it('is carried forward as one read-only line to the next open statement', async () => {
    const agency = await insertAgency(db)
    await bind(agency, 'NB')
    const id = await november(agency)
    await db
      .insertInto('commission_adjustments')
      .values({ statement_id: id, description: 'Chargeback', adjustment_cents: -40_000 })
      .execute()
    const closed = await closeStatement(december, id)
    expect(closed).toMatchObject({ status: 'carried', total: -250 })
    expect(await getStatements(agency)).toMatchObject([
      { status: 'carried', total: -250 },
      { month: 12, status: 'open', adjustments: -250, total: -250 },
    ])
    const lines = await db
      .selectFrom('commission_adjustments')
      .selectAll()
      .where('carried_from_statement_id', '=', id)
      .execute()
    expect(lines).toMatchObject([{ description: 'Balance carried forward from 11/2026', adjustment_cents: -25_000 }])
    const line = lines[0]?.adjustment_id ?? ''
    await expect(deleteAdjustment(december, line)).rejects.toMatchObject({ code: 'carried_balance' })
    await expect(db.deleteFrom('commission_adjustments').where('adjustment_id', '=', line).execute()).rejects.toThrow(
      'append-only',
    )
    // The negative balance is carried forward until a month's total is positive.
    await closeStatement(january, (await getStatements(agency))[1]?.statementId ?? '')
    expect(await getStatements(agency)).toMatchObject([
      { status: 'carried', total: -250 },
      { status: 'carried', total: -250 },
      { month: 1, year: 2027, status: 'open', total: -250 },
    ])
  })
})

describe('closed commission statement', () => {
  it('cannot be changed or reopened in the database', async () => {
    const agency = await insertAgency(db)
    await bind(agency, 'NB')
    const id = await november(agency)
    const change = (set: object) =>
      db.updateTable('commission_statements').set(set).where('statement_id', '=', id).execute()
    const payment = { state: 'paid', paid_on: '2026-12-05', paid_reference: 'ACH-1' }
    await expect(change(payment)).rejects.toThrow('closed before it is paid')
    await closeStatement(december, id)
    await expect(change({ state: 'open' })).rejects.toThrow('is closed')
    await expect(change({ state: 'carried' })).rejects.toThrow('is closed')
    await expect(change({ total_cents: 1 })).rejects.toThrow('is closed')
    await expect(change({ state: 'paid' })).rejects.toThrow('is closed')
    await change(payment)
    await change({ state: 'closed', paid_on: null, paid_reference: null, payout_note: 'R02' })
  })
})

describe('commission rate or override in a closed month', () => {
  it('is rejected with 422 and an error that contains the first available date', async () => {
    const parent = await insertAgency(db)
    const agency = await insertAgency(db, { parent: parent.agency_id })
    await bind(agency, 'NB')
    await closeStatement(december, await november(agency))
    const rates = (effectiveDate: string) =>
      saveOverride(december, agency.agency_no, { productId: 1, newRate: 0.12, renewalRate: 0.1, effectiveDate })
    const rejected = (field: string) => ({
      ...{ code: 'month_closed', status: 422, field },
      message: 'Effective date: commission through 11/2026 is closed. The first date is 12/01/2026.',
    })
    // August has no statement, but a later month is closed.
    for (const date of ['2026-11-30', '2026-08-01'])
      await expect(rates(date)).rejects.toMatchObject(rejected('effectiveDate'))
    expect((await rates('2026-12-01')).overrides).toHaveLength(1)
    const override = (effectiveFrom: string) =>
      createParentOverride(december, agency.agency_no, {
        ...{ parentAgencyNo: parent.agency_no, productId: null, rate: 0.02, effectiveFrom },
      })
    await expect(override('2026-11-30')).rejects.toMatchObject(rejected('effectiveFrom'))
    expect((await override('2026-12-01')).overrides).toHaveLength(1)
    expect((await getParentOverrides(december, agency.agency_no)).firstOpenDate).toBe('2026-12-01')
  })

  it('is rejected with 422 even for an agency without a statement', async () => {
    const agency = await insertAgency(db)
    const { run_id } = await db
      .insertInto('commission_runs')
      .values({ month: '2026-10-01', is_closing: true, state: 'done', finished_at: new Date() })
      .returning('run_id')
      .executeTakeFirstOrThrow()
    const body = { productId: 1 as const, newRate: 0.12, renewalRate: 0.1, effectiveDate: '2026-10-15' }
    await expect(saveOverride(december, agency.agency_no, body)).rejects.toMatchObject({ code: 'month_closed' })
    await sql`delete from commission_runs where run_id = ${run_id}`.execute(db)
  })
})
