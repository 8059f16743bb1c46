import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { endorsementHandlers } from '../../endorsements/routes.ts'
import { createAreaApp, createStaffActor, createTestContext } from '../../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { renewPolicy } from './renew-policy.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, endorsementHandlers)
const staff = createStaffActor('superuser')
const agency = await insertAgency(db, { email: 'office@example.com' })
const now = new Date('2026-11-20T17:00:00Z')
await db
  .insertInto('commission_rates')
  .values(
    [false, true].map((is_renewal) => ({
      ...{ product_id: 1, is_renewal, rate_basis_points: 1000, effective_from: '2020-01-01' },
    })),
  )
  .onConflict((conflict) => conflict.doNothing())
  .execute()

interface Term {
  policyId: string
  policyNo: string
}

const readPolicy = (policyNo: string) =>
  db.selectFrom('policies').selectAll().where('policy_no', '=', policyNo).executeTakeFirstOrThrow()

const addLienholder = (policyId: string, name1 = 'Gulf Demo Bank') =>
  db
    .insertInto('lienholders')
    .values({
      ...{ policy_id: policyId, name1, addr1: '1 Bank Plaza', city: 'Tampa', state: 'FL', zip: '33602' },
      reference: '0098765',
    })
    .execute()

/**
 * Creates a paid term that ends on January 4 and binds its renewal. Coverage A of $250,000 costs $900 a year, and coverage B
 * of $100,000 costs $94.51.
 */
async function bindRenewal(): Promise<{ expiring: Term; renewal: Term }> {
  const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, inception_date: '2026-01-04' } })
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now })
  await db
    .updateTable('policy_transactions')
    .set({
      ...{ coverage_a_limit_cents: 25_000_000, coverage_a_premium_cents: 90_000 },
      ...{ coverage_b_limit_cents: 10_000_000, coverage_b_premium_cents: 9451, deductible_cents: 200_000 },
    })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await addLienholder(policy.policy_id)
  await createPolicyDocuments(db as never, { now, authorName: 'Sam' }, [policy.policy_id])
  const renewalNo =
    (await renewPolicy(createTestContext(db, { kind: 'job', name: 'renewal' }, { now }), policy.policy_no)) ?? ''
  const renewal = await readPolicy(renewalNo)
  return {
    expiring: { policyId: policy.policy_id, policyNo: policy.policy_no },
    renewal: { policyId: renewal.policy_id, policyNo: renewalNo },
  }
}

type Application = Record<string, never> & {
  coverages: { code: string; limit: number }[]
  deductible: number
  mailingAddress: object
  lienholderList: object[]
}

async function quoteFor({ policyNo }: Term, edit: (application: Application) => void, ebo?: string) {
  const started = ebo
    ? await call(staff, `GET /api/v1/policies/endorsement/ebo?policyNo=${policyNo}&effectiveDate=${ebo}`)
    : await call(staff, 'POST /api/v1/policies/createEndorsementUrl', { body: policyNo })
  const { endorsementQuoteNumber } = started.body.result ?? started.body.payload
  const { body } = await call(staff, `GET /api/v4/agent/quotes/${endorsementQuoteNumber}`)
  edit(body.application)
  return call(staff, 'PUT /api/v4/agent/quotes', { body })
}

const bind = (quoteNumber: string) =>
  call(staff, 'PUT /api/v2/endorsement/bind', {
    body: { QuoteNumber: quoteNumber, Comments: 'The policyholder reported the error.' },
  })

/** Saves and binds an endorsement. Returns the transaction id and the changes to the renewal as shown in the quote. */
async function endorse(term: Term, edit: (application: Application) => void, ebo?: string) {
  const saved = await quoteFor(term, edit, ebo)
  expect(saved.status).toBe(200)
  const bound = await bind(saved.body.quoteNumber)
  expect(bound.status).toBe(200)
  return { shown: saved.body.pricing.renewal, transactionId: bound.body.payload.policyTransactionId }
}

const setLimit = (code: string, limit: number) => (application: Application) => {
  for (const coverage of application.coverages) if (coverage.code === code) coverage.limit = limit
}

const getTransactions = ({ policyId }: Term) =>
  db.selectFrom('policy_transactions').selectAll().where('policy_id', '=', policyId).orderBy('sequence').execute()
const getNewest = async (term: Term) => (await getTransactions(term)).at(-1)
const getBalance = ({ policyId }: Term) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()
const getLienholders = async ({ policyId }: Term) =>
  (await db.selectFrom('lienholders').select('name1').where('policy_id', '=', policyId).execute()).map(
    (row) => row.name1,
  )

/** Returns the number of transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

describe('endorsement of a term with a bound renewal', () => {
  it('changes the renewal premium by the amount shown in the quote', async () => {
    const { expiring, renewal } = await bindRenewal()
    const before = await getBalance(renewal)
    const { shown, transactionId } = await endorse(expiring, setLimit('A', 300_000))
    expect(shown).toMatchObject({
      ...{ policyNo: renewal.policyNo, effectiveDate: '2027-01-04', changes: ['coverage A'] },
      coverages: [{ code: 'A', limit: 300_000 }],
    })
    const row = await getNewest(renewal)
    expect(row).toMatchObject({
      ...{ transaction_type: 'EB', effective_date: '2027-01-04', post_date: '2026-11-20' },
      ...{ coverage_a_limit_cents: 30_000_000, source_transaction_id: transactionId, tnx_gross_premium_cents: 18_000 },
      tnx_total_premium_cents: Math.round(shown.change * 100),
    })
    expect(row?.tnx_taxes_cents).toBeGreaterThan(0)
    expect((await getBalance(renewal)).due_cents - before.due_cents).toBe(Math.round(shown.change * 100))
    expect((await readPolicy(renewal.policyNo)).total_premium_cents).toBe(Math.round(shown.totalPremium * 100))
    const invoices = await db
      .selectFrom('invoices')
      .select(['due_date', 'total_premium_cents'])
      .where('policy_id', '=', renewal.policyId)
      .orderBy('created_at')
      .execute()
    expect(invoices.at(-1)).toMatchObject({ due_date: '2027-01-04', total_premium_cents: row?.tnx_total_premium_cents })
    const pages = await db
      .selectFrom('policy_doc_versions as v')
      .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
      .select('v.policy_transaction_id')
      .where('d.policy_id', '=', renewal.policyId)
      .where('d.doc_kind', '=', 'decPage')
      .orderBy('v.version')
      .execute()
    expect(pages.map((page) => page.policy_transaction_id).at(-1)).toBe(row?.policy_transaction_id)
    const commission = await db
      .selectFrom('commission_lines')
      .select('premium_cents')
      .where('policy_transaction_id', '=', row?.policy_transaction_id ?? '')
      .execute()
    expect(commission.map((line) => line.premium_cents)).toEqual([18_000])
  })

  it('changes a renewal that is bound while the endorsement waits for the policy', async () => {
    const { expiring, renewal } = await bindRenewal()
    const linkRenewal = (trx: typeof db, policyId: string | null) =>
      trx.updateTable('policies').set({ next_policy_id: policyId }).where('policy_id', '=', expiring.policyId).execute()
    await linkRenewal(db, null)
    const saved = await quoteFor(expiring, setLimit('A', 300_000))
    expect(saved.body.pricing.renewal).toBeNull()
    const { bound } = await db.transaction().execute(async (trx) => {
      await linkRenewal(trx, renewal.policyId)
      const bound = bind(saved.body.quoteNumber)
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 10_000 })
      return { bound }
    })
    expect((await bound).status).toBe(200)
    expect(await getNewest(renewal)).toMatchObject({ coverage_a_limit_cents: 30_000_000 })
  })

  it('refunds the payer of a prepaid renewal', async () => {
    const { expiring, renewal } = await bindRenewal()
    const { due_cents: amountCents } = await getBalance(renewal)
    await insertPayment(db, { policyId: renewal.policyId, amountCents, now })
    const { shown } = await endorse(expiring, setLimit('A', 200_000))
    const refunds = await db
      .selectFrom('payments')
      .select('amount_cents')
      .where('policy_id', '=', renewal.policyId)
      .where('record_type', '=', 'Refund')
      .execute()
    expect(shown.change).toBeLessThan(0)
    expect(refunds).toEqual([{ amount_cents: Math.round(shown.change * 100) }])
    expect((await getBalance(renewal)).due_cents).toBe(0)
  })

  it('does not overwrite a renewal value from an endorsement with a later effective date', async () => {
    const { expiring, renewal } = await bindRenewal()
    await endorse(expiring, setLimit('A', 300_000))
    const count = (await getTransactions(renewal)).length
    const { shown } = await endorse(expiring, setLimit('A', 260_000), '2026-03-01')
    expect(shown).toBeNull()
    expect(await getTransactions(renewal)).toHaveLength(count)
  })

  it('updates a renewal value that an earlier endorsement of the term already changed', async () => {
    const { expiring, renewal } = await bindRenewal()
    await endorse(expiring, setLimit('A', 300_000))
    await endorse(expiring, setLimit('A', 275_000))
    expect(await getNewest(renewal)).toMatchObject({ coverage_a_limit_cents: 27_500_000 })
  })

  it('does not overwrite a value that an endorsement of the renewal set', async () => {
    const { expiring, renewal } = await bindRenewal()
    await endorse(renewal, setLimit('A', 400_000))
    const { shown } = await endorse(expiring, (application) => {
      setLimit('A', 300_000)(application)
      setLimit('B', 120_000)(application)
    })
    expect(shown.changes).toEqual(['coverage B'])
    expect(await getNewest(renewal)).toMatchObject({
      ...{ coverage_a_limit_cents: 40_000_000, coverage_b_limit_cents: 12_000_000 },
    })
  })

  it('leaves a cancelled renewal unchanged', async () => {
    const { expiring, renewal } = await bindRenewal()
    await db
      .updateTable('policies')
      .set({ cancelled_at: now, cancel_reason_code: '13', cancel_effective_date: '2027-01-04' })
      .where('policy_id', '=', renewal.policyId)
      .execute()
    const { shown } = await endorse(expiring, setLimit('A', 300_000))
    expect(shown).toBeNull()
    expect(await getTransactions(renewal)).toHaveLength(1)
  })

  it('copies the new mailing address, and new lienholders unless the renewal has different ones', async () => {
    const { expiring, renewal } = await bindRenewal()
    const other = await bindRenewal()
    await db
      .updateTable('lienholders')
      .set({ name1: 'Own Demo Bank' })
      .where('policy_id', '=', other.renewal.policyId)
      .execute()
    const edit = (application: Application) => {
      application.mailingAddress = { addr1: '5 New Demo Ave', addr2: null, city: 'Miami', state: 'FL', zip: '33101' }
      application.lienholderList = application.lienholderList.map((one) => ({ ...one, name: 'Bayside Demo Bank' }))
    }
    const { shown } = await endorse(expiring, edit)
    expect(shown).toMatchObject({ changes: ['mailing address', 'lienholders'], change: 0 })
    expect(await getNewest(renewal)).toMatchObject({ mailing_addr1: '5 New Demo Ave', mailing_city: 'Miami' })
    expect(await getLienholders(renewal)).toEqual(['Bayside Demo Bank'])
    expect((await endorse(other.expiring, edit)).shown.changes).toEqual(['mailing address'])
    expect(await getLienholders(other.renewal)).toEqual(['Own Demo Bank'])
  })

  it('restores the renewal when the endorsement is reversed', async () => {
    const { expiring, renewal } = await bindRenewal()
    const before = await getBalance(renewal)
    const { transactionId } = await endorse(expiring, setLimit('A', 300_000))
    const path = `/api/v1/policies/${expiring.policyNo}/transactions/${transactionId}/reversal`
    const preview = await call(staff, `GET ${path}`)
    expect(preview.body.payload.pricing.renewal).toMatchObject({ coverages: [{ code: 'A', limit: 250_000 }] })
    const body = { change: preview.body.payload.pricing.change, reason: 'Entered on the wrong policy' }
    expect((await call(staff, `POST ${path}`, { body })).status).toBe(200)
    expect(await getNewest(renewal)).toMatchObject({ coverage_a_limit_cents: 25_000_000 })
    expect((await getBalance(renewal)).due_cents).toBe(before.due_cents)
  })

  it('is rejected if it increases a coverage that is not part of the renewal', async () => {
    const { expiring, renewal } = await bindRenewal()
    await db
      .updateTable('policy_transactions')
      .set({ coverage_b_limit_cents: 0, coverage_b_premium_cents: 0 })
      .where('policy_id', '=', renewal.policyId)
      .execute()
    const saved = await quoteFor(expiring, setLimit('B', 120_000))
    expect([saved.status, saved.body.errors[0].code]).toEqual([422, 'limit_fixed'])
  })
})
