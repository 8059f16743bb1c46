import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { lenderPays } from '../catalog/payers.ts'
import { getCounties } from '../demo-book/places.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { formatDollars } from '../http/money.ts'
import { receivePayment } from '../ledger/payments.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertAutoPay, insertPayment, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
await db.insertInto('counties').values(getCounties()).execute()
const agency = await insertAgency(db)
const agent = await api.tokenFor({
  accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id,
})
const stranger = await api.tokenFor({
  accountId: (await insertAccount(db, { agency_id: (await insertAgency(db)).agency_id })).account_id,
})
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })

/** Returns the date `count` days from today at the property. */
const days = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)
/** Creates a policy that started 100 days ago. Yearly premium is $900 for coverage A and $100 for coverage B. */
async function aRunningPolicy(columns: object = {}) {
  const policy = await insertPolicy(db, {
    columns: {
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
      inception_date: days(-100),
      effective_date: days(-100),
      expiration_date: days(265),
      ...columns,
    },
  })
  await db
    .updateTable('policy_transactions')
    .set({
      coverage_a_limit_cents: 25_000_000,
      coverage_a_premium_cents: 90_000,
      coverage_b_limit_cents: 10_000_000,
      coverage_b_premium_cents: 10_000,
      deductible_cents: 200_000,
    })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  return policy
}
/** Returns the amounts in the endorsement email to the insured, or to the agency. */
const getMailed = async (policyId: string, template = 'endorsement'): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ values: Record<string, unknown> }>`select payload -> 'values' as values
    from graphile_worker._private_jobs where payload ->> 'policyId' = ${policyId}
      and payload ->> 'template' = ${template} order by id limit 1`.execute(db)
  return rows[0]?.values ?? {}
}
const aLienholder = (policyId: string) =>
  db
    .insertInto('lienholders')
    .values({
      policy_id: policyId,
      name1: 'Gulf Demo Bank',
      mortgage_clause: 'ISAOA/ATIMA',
      addr1: '1 Bank Plaza',
      city: 'Tampa',
      state: 'FL',
      zip: '33602',
      reference: '0098765',
    })
    .returning('lienholder_id')
    .executeTakeFirstOrThrow()

const start = (token: string, policyNo: string) =>
  api.call('POST', '/api/v1/policies/createEndorsementUrl', { token, body: policyNo })
const load = async (token: string, quoteNumber: string) =>
  (await api.call('GET', `/api/v4/agent/quotes/${quoteNumber}`, { token })).json()
const save = (token: string, quote: object) => api.call('PUT', '/api/v4/agent/quotes', { token, body: quote })
const bind = (token: string, quoteNumber: string, more: object = {}) =>
  api.call('PUT', '/api/v2/endorsement/bind', { token, body: { QuoteNumber: quoteNumber, ...more } })

async function aQuote(token: string, policyNo: string) {
  const response = await start(token, policyNo)
  expect(response.status).toBe(200)
  const { result } = await response.json()
  return load(token, result.endorsementQuoteNumber)
}
const getLedger = async (policyId: string) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()

describe('endorsement quote', () => {
  it('contains the current coverage, and is hidden from agencies without policy access [C004] [C173] [C174] [D324]', async () => {
    const policy = await aRunningPolicy()
    await aLienholder(policy.policy_id)
    expect((await start(stranger, policy.policy_no)).status).toBe(404)
    const quote = await aQuote(agent, policy.policy_no)
    expect(quote).toMatchObject({
      policyNo: policy.policy_no,
      transactionType: 'EB',
      effectiveDate: days(10),
      status: 'open',
      version: 1,
      pricing: { grossPremium: 994.51, policyFee: 75, taxes: 55.49, totalPremium: 1125, change: 0 },
    })
    expect(quote.application.lienholderList).toMatchObject([
      {
        name: 'Gulf Demo Bank',
        addr1: '1 Bank Plaza',
        zip: '33602',
        loan_number: '0098765',
        mortgage_clause: 'ISAOA/ATIMA',
      },
    ])
    expect((await api.call('GET', `/api/v4/agent/quotes/${quote.quoteNumber}`, { token: stranger })).status).toBe(404)
  })

  it('is emailed with the automatic charge if auto-pay is on (AUT-10)', async () => {
    const policy = await aRunningPolicy()
    await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: new Date() })
    await insertAutoPay(db, policy)
    const quote = await aQuote(agent, policy.policy_no)
    quote.application.coverages[0].limit = 500_000
    await save(agent, quote)
    expect((await bind(agent, quote.quoteNumber, { TransactionDescription: 'Building raised' })).status).toBe(200)
    const mailed = await getMailed(policy.policy_id)
    expect(mailed).toMatchObject({ dueCents: 66_020, balanceCents: 66_020 })
    expect(mailed.dueLabel).toMatch(/^We will charge your card ending in 4242 on [\d/]{10}$/)
    expect(mailed.moneyWords).toBe(
      String(mailed.dueLabel).replace('charge your', 'charge the difference to your').concat('.'),
    )
    const { dueLabel } = await getMailed(policy.policy_id, 'agency-endorsement')
    expect(dueLabel).toMatch(/^We will charge the insured’s card ending in 4242 on [\d/]{10}$/)
  })

  it('charges for the remaining days of the term, and posts to the ledger when bound [C004] [C175] [C176]', async () => {
    const policy = await aRunningPolicy()
    const quote = await aQuote(agent, policy.policy_no)
    quote.application.coverages[0].limit = 500_000
    const saved = await (await save(agent, quote)).json()
    // $900 more per year for the 255 days from day 10 is $628.77. The premium rises from $994.51 to $1,623.28, the
    // surplus lines tax from $49.13 to $80.19, and the stamping fee from $0.60 to $0.97.
    expect(saved.pricing.change).toBe(660.2)
    expect(saved.pricing).toMatchObject({
      periods: [{ from: days(10), days: 255, yearlyBefore: 994.51, yearlyAfter: 1894.51, amount: 628.77 }],
      minimumEarned: 0,
    })
    expect(saved.version).toBe(2)
    const before = await getLedger(policy.policy_id)
    const response = await bind(agent, quote.quoteNumber, { TransactionDescription: 'Building raised' })
    expect(response.status).toBe(200)
    const { payload } = await response.json()
    expect(payload).toMatchObject({
      policyNo: policy.policy_no,
      amountDue: saved.pricing.change,
      totalPremium: saved.pricing.totalPremium,
    })
    const after = await getLedger(policy.policy_id)
    expect(after.due_cents - before.due_cents).toBe(Math.round(saved.pricing.change * 100))
    const transactions = await (
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/policytransactions`, { token: agent })
    ).json()
    expect(transactions.payload.at(-1)).toMatchObject({
      policyTransactionId: payload.policyTransactionId,
      transactionType: 'EB',
      coverageALimit: 500_000,
      userDescription: 'Building raised',
    })
    expect((await load(agent, quote.quoteNumber)).status).toBe('bound')
    const mailed = await getMailed(policy.policy_id)
    expect(mailed).toMatchObject({
      changeCents: 66_020,
      totalCents: policy.totalCents + 66_020,
      // The endorsement is due later than the first amount of the term.
      ...{ dueCents: policy.totalCents, balanceCents: after.due_cents },
    })
    expect(mailed.moneyWords).toMatch(/^Please pay the difference by \d\d\/\d\d\/\d{4}\.$/)
    const confirmation = await (
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/getConfirmation`, { token: agent })
    ).json()
    expect(confirmation.payload.totalPremium).toBe(payload.totalPremium)
  })

  it('results in return premium if it lowers a limit', async () => {
    const policy = await aRunningPolicy()
    const quote = await aQuote(agent, policy.policy_no)
    quote.application.coverages[1].limit = 50_000
    await save(agent, quote)
    const { payload } = await (await bind(agent, quote.quoteNumber)).json()
    expect(payload.amountDue).toBeLessThan(0)
    expect((await getLedger(policy.policy_id)).due_cents).toBe(112_500 + Math.round(payload.amountDue * 100))
  })

  it('is bound once when three bind requests arrive simultaneously', async () => {
    const policy = await aRunningPolicy()
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.coverages[0].limit = 300_000
    await save(staff, quote)
    const responses = await Promise.all([1, 2, 3].map(() => bind(staff, quote.quoteNumber)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const rows = await db
      .selectFrom('policy_transactions')
      .select('transaction_type')
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(rows).toHaveLength(2)
    expect((await save(staff, { ...quote, version: 2 })).status).toBe(409)
  })

  it('is rejected with an outdated version, a different policy number, or a missing coverage', async () => {
    const policy = await aRunningPolicy()
    const quote = await aQuote(staff, policy.policy_no)
    expect((await save(staff, quote)).status).toBe(200)
    expect((await save(staff, quote)).status).toBe(409)
    const fresh = await load(staff, quote.quoteNumber)
    const moved = await save(staff, { ...fresh, policyNo: 'RFL3000101' })
    expect(moved.status).toBe(422)
    expect((await moved.json()).message).toBe('Policy number: this cannot be changed here.')
    fresh.application.coverages.pop()
    expect((await save(staff, fresh)).status).toBe(422)
  })

  it('is rejected with a negative limit, a limit without a price, or an invalid deductible', async () => {
    const policy = await aRunningPolicy()
    await db
      .updateTable('policy_transactions')
      .set({ coverage_c_limit_cents: 100_000 })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const quote = await aQuote(agent, policy.policy_no)
    const expectRejected = async (limits: number[], deductible: number, field: string) => {
      const application = {
        ...quote.application,
        coverages: quote.application.coverages.map((one: object, index: number) => ({ ...one, limit: limits[index] })),
        deductible,
      }
      const response = await save(agent, { ...quote, application })
      expect([response.status, (await response.json()).errors[0].field]).toEqual([422, field])
    }
    await expectRejected([-1, 100_000, 1000], 2000, 'coverages')
    await expectRejected([0, 0, 1000], 2000, 'coverages')
    // Coverage C is included without a price. A higher limit would therefore be free.
    await expectRejected([250_000, 100_000, 900_000], 2000, 'coverages')
    await expectRejected([250_000, 100_000, 1000], -5, 'deductible')
    await expectRejected([250_000, 100_000, 1000], 250_000, 'deductible')
  })

  it('refunds the payer and creates a declarations page when a lower limit is bound', async () => {
    const policy = await aRunningPolicy()
    await db.transaction().execute(async (trx) => {
      await createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [policy.policy_id])
      await receivePayment(trx, {
        policyId: policy.policy_id,
        typeId: 3,
        amountCents: policy.totalCents,
        status: 'paid',
        author: { userId: null, name: 'Sam Staff', userType: 3 },
        description: 'Check',
        now: new Date(),
      })
    })
    const quote = await aQuote(agent, policy.policy_no)
    quote.application.coverages[1].limit = 50_000
    await save(agent, quote)
    const { payload } = await (await bind(agent, quote.quoteNumber)).json()
    const refunds = await db
      .selectFrom('payments')
      .select(['amount_cents', 'status', 'record_type'])
      .where('policy_id', '=', policy.policy_id)
      .where('amount_cents', '<', 0)
      .execute()
    expect(refunds).toEqual([
      { amount_cents: Math.round(payload.amountDue * 100), status: 'processing', record_type: 'Refund' },
    ])
    expect((await getLedger(policy.policy_id)).due_cents).toBe(0)
    const [{ amount_cents: sent } = { amount_cents: 0 }] = refunds
    expect(await getMailed(policy.policy_id)).toMatchObject({
      ...{ changeCents: sent, totalCents: policy.totalCents + sent, dueCents: 0 },
      moneyWords: `Refunded by check: ${formatDollars(-sent)} to ${policy.insured_name}.`,
    })
    const versions = await db
      .selectFrom('policy_doc_versions as v')
      .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
      .select(['d.doc_kind', 'v.version', 'v.transaction_type'])
      .where('v.policy_transaction_id', '=', payload.policyTransactionId)
      .execute()
    expect(versions).toEqual([{ doc_kind: 'decPage', version: 2, transaction_type: 'EB' }])
  })

  it('expires when another quote for the same policy is bound', async () => {
    const policy = await aRunningPolicy()
    const [one, other] = [await aQuote(staff, policy.policy_no), await aQuote(staff, policy.policy_no)]
    one.application.coverages[0].limit = 300_000
    other.application.coverages[1].limit = 90_000
    await Promise.all([save(staff, one), save(staff, other)])
    const responses = await Promise.all([bind(staff, one.quoteNumber), bind(staff, other.quoteNumber)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = responses[0]?.status === 409 ? one : other
    const shown = await load(staff, late.quoteNumber)
    expect(shown.status).toBe('expired')
    expect((await save(staff, shown)).status).toBe(409)
  })

  it('returns 409 if its price has changed, and can be bound after it is saved again', async () => {
    const policy = await aRunningPolicy()
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.coverages[0].limit = 500_000
    await save(staff, quote)
    // Simulates a quote that was created and saved five days ago.
    await db
      .updateTable('quotes')
      .set({ effective_date: days(5) })
      .where('quote_number', '=', quote.quoteNumber)
      .execute()
    const rejected = await bind(staff, quote.quoteNumber)
    expect([rejected.status, (await rejected.json()).errors[0].code]).toEqual([409, 'price_changed'])
    const again = await load(staff, quote.quoteNumber)
    expect(again.effectiveDate).toBe(days(10))
    await save(staff, again)
    const { payload } = await (await bind(staff, quote.quoteNumber)).json()
    expect(payload).toMatchObject({ effectiveDate: days(10), amountDue: again.pricing.change })
  })

  it('cannot be created for a cancelled policy, or by agents for a policy that is pending cancel', async () => {
    const cancelled = await aRunningPolicy({ cancelled_at: new Date(), cancel_reason_code: '33' })
    expect((await start(staff, cancelled.policy_no)).status).toBe(409)
    const pending = await aRunningPolicy({ pending_cancel_at: new Date(), cancel_reason_code: '33' })
    expect((await start(agent, pending.policy_no)).status).toBe(403)
    expect((await start(staff, pending.policy_no)).status).toBe(200)
  })

  it('returns 422 when it raises a limit in a county under a moratorium', async () => {
    const policy = await aRunningPolicy({ county: 'Hillsborough', county_fips: '12057' })
    const other = await aQuote(staff, policy.policy_no)
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.coverages[0].limit = 300_000
    await save(staff, quote)
    const event = await db
      .insertInto('moratorium_events')
      .values({
        name: 'Storm Example',
        kind: 'bind',
        reason: 'A storm comes.',
        start_date: days(-1),
        product_ids: [1],
        actions: ['higherLimits', 'lowerDeductible'],
      })
      .returning('moratorium_event_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('moratorium_locations')
      .values({ moratorium_event_id: event.moratorium_event_id, county_fips: '12057', start_date: days(-1) })
      .execute()
    const rejected = await bind(staff, quote.quoteNumber)
    expect(rejected.status).toBe(422)
    expect((await rejected.json()).message).toContain('Storm Example')
    expect((await bind(staff, other.quoteNumber)).status).toBe(200)
    await db
      .updateTable('moratorium_events')
      .set({ stop_date: days(-1) })
      .execute()
  })
})

describe('lienholder changes', () => {
  const changed = {
    name: 'Demo Credit Union',
    addr1: '55 Harbor Street',
    addr2: 'Suite 9',
    city: 'Mobile',
    state: 'AL',
    zip: '36602',
    loan_number: 'HE-4471',
    mortgage_clause: 'ISAOA',
  }

  it('are limited to staff and take effect when the quote is bound [C069] [C070] [C151]', async () => {
    const policy = await aRunningPolicy()
    const { lienholder_id } = await aLienholder(policy.policy_id)
    const tried = await aQuote(agent, policy.policy_no)
    tried.application.lienholderList[0].name = 'Other Bank'
    expect((await save(agent, tried)).status).toBe(403)
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.lienholderList = [
      { ...changed, lienholderId: lienholder_id },
      { ...changed, name: 'Second Demo Bank', addr2: null, mortgage_clause: null, lienholderId: null },
    ]
    expect((await save(staff, quote)).status).toBe(200)
    const liens = async () =>
      (await (await api.call('GET', `/api/v1/policies/${policy.policy_no}/PolicyLiens`, { token: staff })).json())
        .payload
    expect((await liens())[0].name1).toBe('Gulf Demo Bank')
    const { payload } = await (
      await bind(staff, quote.quoteNumber, { TransactionDescription: 'Lienholder update', Comments: 'New lender.' })
    ).json()
    expect(payload.amountDue).toBe(0)
    expect(await liens()).toMatchObject([
      {
        lienholderId: lienholder_id,
        ...{ name1: 'Demo Credit Union', addr1: '55 Harbor Street', addr2: 'Suite 9' },
        ...{ city: 'Mobile', state: 'AL', zip: '36602', reference: 'HE-4471', mortgageClause: 'ISAOA' },
      },
      { name1: 'Second Demo Bank', addr2: null, mortgageClause: null, position: 2 },
    ])
    const { rows: mails } = await sql<{ to: string; template: string; changes: string }>`
      select payload ->> 'to' as "to", payload ->> 'template' as template, payload -> 'values' ->> 'changes' as changes
      from graphile_worker._private_jobs where payload ->> 'policyId' = ${policy.policy_id} order by id`.execute(db)
    expect(mails).toEqual(
      [
        { to: policy.email, template: 'endorsement' },
        { to: `office-${agency.agency_no}@example.com`, template: 'agency-endorsement' },
      ].map((mail) => ({ ...mail, changes: 'lienholders' })),
    )
    const notes = await (await api.call('GET', `/api/v1/policies/${policy.policy_no}/notes`, { token: staff })).json()
    expect(JSON.stringify(notes.payload)).toContain('Lienholder update: New lender.')
  })

  it.each(['name', 'addr1', 'city', 'state', 'zip', 'loan_number'])(
    'are rejected with "Please fill out the missing fields." when %s is empty [C134]',
    async (field) => {
      const policy = await aRunningPolicy()
      await aLienholder(policy.policy_id)
      const quote = await aQuote(staff, policy.policy_no)
      const before = structuredClone(quote)
      quote.application.lienholderList[0][field] = ''
      const response = await save(staff, quote)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({
        message: 'Please fill out the missing fields.',
        errors: [{ field }],
      })
      expect(await load(staff, quote.quoteNumber)).toEqual(before)
    },
  )

  it('are accepted if another, unchanged lienholder is incomplete', async () => {
    const policy = await aRunningPolicy()
    await aLienholder(policy.policy_id)
    await db
      .insertInto('lienholders')
      .values({ policy_id: policy.policy_id, position: 2, name1: 'Old Demo Bank' })
      .execute()
    const quote = await aQuote(staff, policy.policy_no)
    expect(quote.application.lienholderList[1]).toMatchObject({ name: 'Old Demo Bank', addr1: '', zip: '' })
    quote.application.lienholderList[0].loan_number = 'A-1'
    expect((await save(staff, quote)).status).toBe(200)
    const again = await load(staff, quote.quoteNumber)
    again.application.lienholderList[1].addr1 = '1 Old Street'
    expect((await save(staff, again)).status).toBe(422)
  })

  it('can be bound only by staff [C151]', async () => {
    const policy = await aRunningPolicy()
    await aLienholder(policy.policy_id)
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.lienholderList[0].loan_number = 'A-1'
    await save(staff, quote)
    expect((await bind(agent, quote.quoteNumber)).status).toBe(403)
    expect((await bind(staff, quote.quoteNumber)).status).toBe(200)
  })

  it.each([
    ['an agent', { agency_id: agency.agency_id, roles: ['readonly'] }],
    ['staff', { roles: ['internal', 'readonly'] }],
  ])('are rejected with 403 for %s with the read-only role [C153]', async (_, account) => {
    const reader = await api.tokenFor({ accountId: (await insertAccount(db, account)).account_id })
    const policy = await aRunningPolicy()
    await aLienholder(policy.policy_id)
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.lienholderList[0].loan_number = 'A-1'
    expect((await save(reader, quote)).status).toBe(403)
    expect((await load(staff, quote.quoteNumber)).application.lienholderList[0].loan_number).not.toBe('A-1')
  })

  it('are rejected with 409 for a policy that is cancelled or pending cancel [D298]', async () => {
    for (const column of ['cancelled_at', 'pending_cancel_at']) {
      const policy = await aRunningPolicy()
      await aLienholder(policy.policy_id)
      const quote = await aQuote(staff, policy.policy_no)
      quote.application.lienholderList[0].loan_number = 'A-1'
      const saved = await (await save(staff, quote)).json()
      await db
        .updateTable('policies')
        .set({ [column]: new Date(), cancel_reason_code: '33' })
        .where('policy_id', '=', policy.policy_id)
        .execute()
      expect((await save(staff, saved)).status).toBe(409)
      expect((await bind(staff, quote.quoteNumber)).status).toBe(409)
    }
  })

  it.each([
    ['billed after the endorsement', ['endorse', 'bill']],
    ['endorsed after billing', ['bill', 'endorse']],
  ])('keep the lienholder as the payer in all responses for a policy %s', async (_title, steps) => {
    const policy = await aRunningPolicy()
    await aLienholder(policy.policy_id)
    const endorse = async (limit: number) => {
      const quote = await aQuote(staff, policy.policy_no)
      quote.application.coverages[0].limit = limit
      expect((await save(staff, quote)).status).toBe(200)
      expect((await bind(staff, quote.quoteNumber)).status).toBe(200)
    }
    const bill = async () => {
      const response = await api.call('POST', `/api/v1/payments/mortgagee/${policy.policy_no}`, { token: agent })
      expect(response.status).toBe(200)
    }
    for (const step of steps) await (step === 'bill' ? bill() : endorse(300_000))
    const read = async (path: string) => (await (await api.call('GET', path, { token: agent })).json()).payload
    expect(await read(`/api/v1/policies/${policy.policy_no}/PolicyLiens`)).toMatchObject([{ isBilled: true }])
    // The payment step uses the payer of the earliest transaction (POL-11).
    const transactions = await read(`/api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(
      transactions.find(({ transactionType }: { transactionType: string }) => transactionType === 'NB'),
    ).toMatchObject({
      billInitially: lenderPays,
    })
    // Later endorsements are also billed to the lienholder.
    await endorse(350_000)
    const invoices = await db
      .selectFrom('invoices')
      .select('billed_to')
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(new Set(invoices.map(({ billed_to }) => billed_to))).toEqual(new Set(['lienholder']))
  })

  it('are rejected for a lienholder of another policy', async () => {
    const policy = await aRunningPolicy()
    const other = await aLienholder((await aRunningPolicy()).policy_id)
    const quote = await aQuote(staff, policy.policy_no)
    quote.application.lienholderList = [{ ...changed, lienholderId: other.lienholder_id }]
    expect((await save(staff, quote)).status).toBe(422)
  })
})

describe('internal endorsements', () => {
  const make = (token: string, kind: 'ebo' | 'ebm', query: Record<string, string>) =>
    api.call('GET', `/api/v1/policies/endorsement/${kind}?${new URLSearchParams(query)}`, { token })

  it('cannot be saved or bound by an agency that is not listed in the settings (403) [D284]', async () => {
    const { policy_no: policyNo } = await aRunningPolicy()
    const { payload } = await (await make(staff, 'ebm', { policyNo })).json()
    const quote = await load(agent, payload.endorsementQuoteNumber)
    quote.application.coverages[0].limit = 300_000
    expect((await save(agent, quote)).status).toBe(403)
    await save(staff, quote)
    expect((await bind(agent, quote.quoteNumber)).status).toBe(403)
  })

  it('are limited to agencies listed in the settings if mandatory or out of sequence [D284] [D285] [D286]', async () => {
    const { policy_no: policyNo } = await aRunningPolicy()
    const quote = await aQuote(staff, policyNo)
    await bind(staff, quote.quoteNumber)
    const may = async (kind: 'ebo' | 'ebm') => (await make(agent, kind, { policyNo })).status
    const named = (key: string, value: string[]) =>
      db
        .insertInto('settings')
        .values({ key, value: JSON.stringify(value) })
        .execute()
    expect([await may('ebo'), await may('ebm')]).toEqual([403, 403])
    await named('internalEndorseAgencyNos', [agency.agency_no])
    // Settings are cached for five seconds.
    await api.at(6_000, async () => expect([await may('ebo'), await may('ebm')]).toEqual([200, 403]))
    await named('mandatoryEndorseAgencyNos', [agency.agency_no])
    await api.at(12_000, async () => expect([await may('ebo'), await may('ebm')]).toEqual([200, 200]))
    await db.deleteFrom('settings').where('key', 'like', '%EndorseAgencyNos').execute()
    await api.at(18_000, async () => expect([await may('ebo'), await may('ebm')]).toEqual([403, 403]))
  })

  it('must take effect within the term, and before the latest transaction if out of sequence [D256] [D184] [D325] [D342]', async () => {
    const policy = await aRunningPolicy()
    const { policy_no: policyNo } = policy
    expect((await make(agent, 'ebo', { policyNo })).status).toBe(403)
    const ebm = await make(staff, 'ebm', { policyNo, effectiveDate: days(-50) })
    const { payload } = await ebm.json()
    expect(payload.link).toBe(`/endorsements/${payload.endorsementQuoteNumber}?type=ebm`)
    expect(await load(staff, payload.endorsementQuoteNumber)).toMatchObject({
      transactionType: 'EBM',
      effectiveDate: days(-50),
    })
    expect((await make(staff, 'ebm', { policyNo, effectiveDate: days(-101) })).status).toBe(422)
    expect((await make(staff, 'ebm', { policyNo, effectiveDate: days(265) })).status).toBe(422)
    // An out-of-sequence endorsement requires an earlier transaction after inception (END-4).
    expect((await make(staff, 'ebo', { policyNo })).status).toBe(422)
    const quote = await aQuote(staff, policyNo)
    await bind(staff, quote.quoteNumber)
    expect((await make(staff, 'ebo', { policyNo })).status).toBe(200)
    expect((await make(staff, 'ebo', { policyNo, effectiveDate: days(10) })).status).toBe(422)
    const ebo = await make(staff, 'ebo', { policyNo, effectiveDate: days(9) })
    expect([ebo.status, (await ebo.json()).payload.link]).toEqual([
      200,
      expect.stringMatching(/^\/endorsements\/Q\d+\?type=ebo$/),
    ])
  })
})
