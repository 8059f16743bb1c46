import type { Action, ActionKind } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { startWorker } from '../jobs/worker.ts'
import type { EmailJob } from '../notifications/enqueue-email.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { renderEmail } from '../providers/mail/templates/index.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { actionItemSources, buildActionItemStatement } from './action-items.ts'
import { enqueueDueDigests, sendDigest } from './daily-digest.ts'
import { buildAgingStatement } from './getAgingFigures.route.ts'
import { buildMonthlyFiguresStatement } from './getFigures.route.ts'
import { buildCountyFiguresStatement } from './listCountyFigures.route.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const everybody = await getToken('superuser', 'financeadmin', 'readonly')
const root = await insertAgency(db)
const below = await insertAgency(db, { parent: root.agency_id })
const elsewhere = await insertAgency(db)
const getAgent = async (agency_id: string) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id })).account_id })

const getPolicy = ({ agency_id }: { agency_id: string }, more: object = {}) =>
  insertPolicy(db, { columns: { agency_id, ...more } })
const unsigned = await getPolicy(root, { original_post_date: '2026-11-01' })
const ofBelow = await getPolicy(below)
const pending = await getPolicy(elsewhere)
await db
  .updateTable('policies')
  .set({ pending_cancel_at: '2026-11-10T15:00:00Z', cancel_reason_code: '22' })
  .where('policy_id', '=', pending.policy_id)
  .execute()
const signed = await getPolicy(root)
await db
  .updateTable('policies')
  .set({ is_signed_by_agent: true, is_signed_by_insured: true })
  .where('policy_id', '=', signed.policy_id)
  .execute()
await insertPayment(db, { policyId: signed.policy_id, amountCents: signed.totalCents, now: new Date() })

async function waiting(token: string) {
  const response = await api.call('GET', '/api/v1/actions', { token })
  const { payload } = (await response.json()) as Operations['listActions']['response']
  return payload
}
const counts = (actions: Action[]) => Object.fromEntries(actions.map(({ kind, count }) => [kind, count]))
const plan = (
  statement:
    | ReturnType<typeof buildActionItemStatement>
    | ReturnType<typeof buildMonthlyFiguresStatement>
    | ReturnType<typeof buildCountyFiguresStatement>
    | ReturnType<typeof buildAgingStatement>,
) =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const wanted = statement.compile(trx)
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...wanted, sql: `explain ${wanted.sql}` })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

describe('action items', () => {
  it('show agents the items of their agency and its sub-agencies, oldest first', async () => {
    const actions = await waiting(await getAgent(root.agency_id))
    expect(counts(actions)).toEqual({
      ...{ signature: 2, payment: 2, documents: 0, cancellations: 0, renewalHolds: 0, certificates: 0 },
      licenses: 0,
    })
    expect(actions[0]?.oldest.map(({ id, since }) => [id, since])).toEqual([
      [unsigned.policy_no, '2026-11-01'],
      [ofBelow.policy_no, '2026-11-20'],
    ])
    expect(actions[1]?.oldest[0]?.detail).toMatch(/^Due 12\/15\/2026, /)
    expect(counts(await waiting(await getAgent(below.agency_id)))).toMatchObject({ signature: 1, payment: 1 })
    expect(counts(await waiting(await getAgent(elsewhere.agency_id)))).toMatchObject({ signature: 0, cancellations: 1 })
  })

  it('show staff the items for their roles across all agencies', async () => {
    const kindsOf = async (...roles: string[]) => (await waiting(await getToken(...roles))).map(({ kind }) => kind)
    expect(await kindsOf()).toEqual([
      ...['renewalHolds', 'certificates', 'reviews', 'reinstatementOffers', 'mortgageeChanges', 'imports', 'licenses'],
      ...['registrations', 'approvals', 'letters'],
    ])
    expect(await kindsOf('financeadmin')).toEqual([
      ...[
        'renewalHolds',
        'certificates',
        'reviews',
        'reinstatementOffers',
        'mortgageeChanges',
        'checks',
        'overpayments',
        'failedPayments',
        'disputes',
        'imports',
        'licenses',
        'registrations',
        'approvals',
        'statementsToClose',
        'statementsToPay',
        'payoutsToApprove',
        'payoutsToPay',
        'letters',
      ],
    ])
    expect(counts(await waiting(everybody))).toMatchObject({ signature: 2, payment: 2, cancellations: 1 })
    expect((await api.call('GET', '/api/v1/actions', {})).status).toBe(401)
  })

  it('show the same counts as the linked lists', async () => {
    for (const waitsFor of ['signature', 'payment', 'cancellation', 'documents', 'renewalHold'] as const) {
      const filter = encodeURIComponent(JSON.stringify({ waitsFor }))
      const rows = (await (
        await api.call('GET', `/api/admin/policies?filter=${filter}`, { token: everybody })
      ).json()) as unknown[]
      const kind = { cancellation: 'cancellations', renewalHold: 'renewalHolds' }[waitsFor as string] ?? waitsFor
      expect([waitsFor, rows.length]).toEqual([waitsFor, counts(await waiting(everybody))[kind]])
    }
  })

  it('include agencies with a signed registration that awaits approval', async () => {
    const [signed, unsigned, active] = [await insertAgency(db), await insertAgency(db), await insertAgency(db)]
    const { account_id } = await insertAccount(db, { agency_id: signed.agency_id })
    const signature = {
      ...{ signed_by_account: account_id, signed_by_name: 'Pat Agent', signed_at: new Date('2026-11-12T15:00:00Z') },
      ...{ sha256_before: 'a'.repeat(64), sha256_after: 'b'.repeat(64), document_name: 'agreement.pdf' },
    }
    await db
      .updateTable('agencies')
      .set({ status: 'P' })
      .where('agency_id', 'in', [signed.agency_id, unsigned.agency_id])
      .execute()
    for (const { agency_id } of [signed, unsigned, active])
      await db
        .insertInto('registration_documents')
        .values(
          (['agreement', 'commissions'] as const).map((kind) => ({
            ...{ agency_id, kind, doc_name: kind, doc_text: kind, created_at: new Date() },
            ...(agency_id !== unsigned.agency_id && signature),
          })),
        )
        .execute()
    const registrations = (await waiting(everybody)).find(({ kind }) => kind === 'registrations')
    expect(registrations).toMatchObject({ count: 1, oldest: [{ id: signed.agency_no, since: '2026-11-12' }] })
  })

  it('include failed payments and expiring licenses', async () => {
    await db
      .insertInto('payments')
      .values({
        ...{ payment_id: 'PAY-FAILED', policy_id: unsigned.policy_id, payment_type_id: 1 },
        ...{ status: 'failed', amount_cents: 100 },
      })
      .execute()
    await db
      .insertInto('agency_licenses')
      .values([
        {
          agency_id: root.agency_id,
          state: 'FL',
          license_no: 'FL-1',
          effective_date: '2020-01-01',
          expiration: '2020-12-31',
        },
        {
          agency_id: root.agency_id,
          state: 'GA',
          license_no: 'GA-1',
          effective_date: '2020-01-01',
          expiration: '2099-12-31',
        },
      ])
      .execute()
    const actions = await waiting(everybody)
    expect(counts(actions)).toMatchObject({ failedPayments: 1, licenses: 1 })
    expect(actions.find(({ kind }) => kind === 'licenses')?.oldest).toEqual([
      {
        ...{ id: root.agency_no, title: root.company, detail: 'FL, FL-1' },
        ...{ since: '2020-12-31', deadline: '2020-12-31', amount: null },
      },
    ])
    // The agency itself also sees the license. No other agency does.
    expect(counts(await waiting(await getAgent(root.agency_id)))).toMatchObject({ licenses: 1 })
    for (const agency of [below, elsewhere])
      expect(counts(await waiting(await getAgent(agency.agency_id)))).toMatchObject({ licenses: 0 })
  })

  it('include a renewal on hold until paid, with the amount and date of the policy page (REN-5)', async () => {
    // The date is not in the current month because another test sums that month.
    const now = new Date('2025-12-01T15:00:00Z')
    const agency = await insertAgency(db)
    const today = new Date().toISOString().slice(0, 10)
    const held = await getPolicy(agency, { inception_date: addDays(today, -340) })
    const { policy_id: policyId, policy_no: policyNo, totalCents, expiration_date: expirationDate } = held
    await db
      .insertInto('renewal_holds')
      .values({ policy_id: policyId, held_on: '2026-11-02', amount_cents: totalCents })
      .execute()
    await insertPayment(db, { policyId, amountCents: 10_000, now })
    await insertPayment(db, { policyId, amountCents: 5_000, status: 'processing', now })
    const agent = await getAgent(agency.agency_id)
    const findItem = async (token: string) => (await waiting(token)).find(({ kind }) => kind === 'renewalHolds')
    const getPayload = async (path: string) =>
      (await (await api.call('GET', `/api/v1/policies/${policyNo}${path}`, { token: agent })).json()).payload
    /** Returns the confirmation, after checking that the policy card has the same hold and amounts. */
    const getPage = async () => {
      const page = await getPayload('/getConfirmation')
      const { renewalHold, payableAmount, processingAmount } = page
      expect(await getPayload('')).toMatchObject({ renewalHold, payableAmount, processingAmount })
      return page
    }
    const listHeld = async () => {
      const response = await api.call('GET', '/api/v1/policies?waitsFor=renewalHold', { token: agent })
      return (await response.json()).payload.policies.map((row: { policyNo: string }) => row.policyNo)
    }
    const { renewalHold, payableAmount, processingAmount } = await getPage()
    expect([payableAmount, processingAmount]).toEqual([(totalCents - 15_000) / 100, 50])
    expect(renewalHold).toEqual({ amount: (totalCents - 15_000) / 100, payBy: expirationDate })
    const amount = renewalHold.amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    const [year, month, day] = String(expirationDate).split('-')
    const item = await findItem(agent)
    expect(item).toMatchObject({ count: 1, oldest: [{ id: policyNo, since: '2026-11-02' }] })
    expect(item?.oldest[0]?.detail).toMatch(
      `Renewal on hold: pay ${amount} by ${month}/${day}/${year}, Marina Sample, `,
    )
    expect(await findItem(everybody)).toMatchObject({ count: 1 })
    expect(await findItem(await getAgent(elsewhere.agency_id))).toMatchObject({ count: 0 })
    expect(await listHeld()).toEqual([policyNo])
    await insertPayment(db, { policyId, amountCents: totalCents - 15_000, now })
    expect([(await getPage()).renewalHold, await findItem(agent), await listHeld()]).toMatchObject([
      null,
      { count: 0 },
      [],
    ])
  })

  it('show staff a late payment as a reinstatement offer, not as a refund to review (DEL-19)', async () => {
    const policy = await getPolicy(await insertAgency(db))
    const now = new Date('2025-12-01T15:00:00Z')
    const { policyPaymentId } = await insertPayment(db, { policyId: policy.policy_id, amountCents: 112_500, now })
    const before = counts(await waiting(everybody)).reviews
    const about = { policy_id: policy.policy_id, policy_payment_id: policyPaymentId, amount_cents: 112_500 }
    await db
      .insertInto('reinstatement_offers')
      .values({ ...about, needed_cents: 112_500, offered_on: '2026-11-20', expires_on: '2026-12-20' })
      .execute()
    await db
      .insertInto('refund_reviews')
      .values({ ...about, hold_reason: 'reinstatement', cause: 'latePayment', effective_date: '2026-11-20' })
      .execute()
    const actions = await waiting(everybody)
    expect(actions.find(({ kind }) => kind === 'reinstatementOffers')).toMatchObject({
      count: 1,
      oldest: [
        {
          ...{ title: policy.policy_no, since: '2026-11-20', detail: 'Marina Sample' },
          ...{ deadline: '2026-12-20', amount: 1125 },
        },
      ],
    })
    expect(counts(actions).reviews).toBe(before)
    const list = async (path: string) => (await api.call('GET', path, { token: everybody })).json()
    expect(await list(`/api/admin/reinstatementOffers?filter={"state":"open"}`)).toMatchObject([
      { policyNo: policy.policy_no, amountReceived: 1125, amountOnHold: 1125, expiresOn: '2026-12-20' },
    ])
    expect(await list(`/api/admin/reviews?filter={"policyNo":"${policy.policy_no}"}`)).toEqual([])
  })

  it('show the item with the earliest deadline first, with the total amount and the earliest deadline (UI-20)', async () => {
    const agency = await insertAgency(db)
    const due = '2026-11-10'
    const [late, early] = [
      await getPolicy(agency, { inception_date: '2026-12-15', original_post_date: '2026-10-01' }),
      await getPolicy(agency, { inception_date: '2026-12-10', original_post_date: '2026-11-01' }),
    ]
    await db.updateTable('obligations').set({ due_date: due }).where('policy_id', '=', late.policy_id).execute()
    const [signature, payment] = await waiting(await getAgent(agency.agency_id))
    expect(signature).toMatchObject({ kind: 'signature', count: 2, deadline: '2026-12-10', amount: null })
    expect(signature?.oldest.map(({ id, deadline, amount }) => [id, deadline, amount])).toEqual([
      [early.policy_no, '2026-12-10', null],
      [late.policy_no, '2026-12-15', null],
    ])
    expect(payment).toMatchObject({ kind: 'payment', count: 2, deadline: due })
    expect(payment?.amount).toBe((late.totalCents + early.totalCents) / 100)
    expect(payment?.oldest[0]).toMatchObject({ id: late.policy_no, deadline: due, amount: late.totalCents / 100 })
  })

  it('show a change or payout batch to approve only to a second person with the required role (UI-20)', async () => {
    const [asker, second] = [
      await insertAccount(db, { roles: ['internal', 'superuser', 'financeadmin'] }),
      await insertAccount(db, { roles: ['internal', 'superuser', 'financeadmin'] }),
    ]
    await db
      .insertInto('approvals')
      .values({
        kind: 'setting',
        required_role: 'superuser',
        ...{ entity_id: 'a.limit', changes: '[]', payload_sealed: '-' },
        ...{ requested_by: asker.account_id, requested_by_name: 'Kim Keeper', requested_at: new Date() },
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    const batch = {
      ...{ total_cents: 123_456_789, statement_count: 2, created_by: asker.account_id, created_by_name: 'Kim Keeper' },
    }
    await db
      .insertInto('payout_batches')
      .values([
        { ...batch, state: 'pendingApproval' },
        { ...batch, state: 'ready', total_cents: 100 },
      ])
      .execute()
    const countsFor = async (account: { account_id: string }) =>
      counts(await waiting(await api.tokenFor({ accountId: account.account_id })))
    expect(await countsFor(asker)).toMatchObject({ approvals: 0, payoutsToApprove: 0, payoutsToPay: 1 })
    expect(await countsFor(second)).toMatchObject({ approvals: 1, payoutsToApprove: 1, payoutsToPay: 1 })
    const staff = await insertAccount(db, { roles: ['internal'] })
    expect(await countsFor(staff)).toMatchObject({ approvals: 0 })
    const readers = counts(await waiting(everybody))
    expect(readers).toMatchObject({ approvals: 0, payoutsToApprove: 0, payoutsToPay: 1 })
    const actions = await waiting(await api.tokenFor({ accountId: second.account_id }))
    expect(actions.find(({ kind }) => kind === 'payoutsToApprove')).toMatchObject({
      amount: 1_234_567.89,
      oldest: [{ amount: 1_234_567.89, detail: '2 statements, created by Kim Keeper' }],
    })
    expect(actions.find(({ kind }) => kind === 'approvals')?.oldest[0]).toMatchObject({
      ...{ title: 'Setting', detail: 'Requested by Kim Keeper' },
    })
  })

  it('include commission statements of past months to close, and closed statements without a payout batch (UI-20)', async () => {
    const agency = await insertAgency(db)
    const insert = async (month: string, more: object) =>
      (
        await db
          .insertInto('commission_statements')
          .values({ agency_id: agency.agency_id, month, ...more } as never)
          .returning('statement_id')
          .executeTakeFirstOrThrow()
      ).statement_id
    const thisMonth = `${new Date().toISOString().slice(0, 7)}-01`
    const ended = await insert('2020-03-01', {})
    await insert(thisMonth, {})
    const closed = { state: 'closed', closed_at: new Date(), total_cents: 5_000 }
    const payable = await insert('2020-01-01', closed)
    const batched = await insert('2020-02-01', closed)
    const { payout_batch_id } = await db
      .insertInto('payout_batches')
      .values({ state: 'ready', total_cents: 5_000, statement_count: 1, created_by: '-', created_by_name: '-' })
      .returning('payout_batch_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('payout_items')
      .values({ payout_batch_id, statement_id: batched, amount_cents: 5_000 })
      .execute()
    const actions = await waiting(everybody)
    const find = (kind: ActionKind) => actions.find((action) => action.kind === kind)
    expect(find('statementsToClose')).toMatchObject({ count: 1, oldest: [{ id: ended, since: '2020-04-01' }] })
    expect(find('statementsToPay')).toMatchObject({ count: 1, amount: 50, oldest: [{ id: payable }] })
  })

  it('include letters with their last mailing date, and only the caller’s own failed jobs (UI-20)', async () => {
    const policy = await getPolicy(await insertAgency(db))
    const { cancellation_notice_id } = await db
      .insertInto('cancellation_notices')
      .values({
        ...{ policy_id: policy.policy_id, reason: 'notTaken', is_flat: false, amount_cents: policy.totalCents },
        ...{ notice_days: 10, effective_date: '2027-01-20' },
      })
      .returning('cancellation_notice_id')
      .executeTakeFirstOrThrow()
    const letter = {
      ...{ policy_id: policy.policy_id, recipient_name: 'Marina Sample', letter: '{}' },
      recipient: 'insured',
      recipient_address: '1 Demo St',
    } as const
    await db
      .insertInto('postal_notices')
      .values([
        { ...letter, kind: 'cancellationNotice', cancellation_notice_id, printed_date: '2027-01-20' },
        { ...letter, kind: 'pastDueNotice' },
        { ...letter, kind: 'pastDueNotice', state: 'mailed', mailed_on: '2026-11-20' },
      ])
      .execute()
    const letters = (await waiting(everybody)).find(({ kind }) => kind === 'letters')
    // Coverage can end on 01/20/2027 if the letter is mailed 10 days and one day before (DEL-12).
    expect(letters).toMatchObject({ count: 2, deadline: '2027-01-09', oldest: [{ id: policy.policy_no }, {}] })

    const [own, other] = [
      await insertAccount(db, { roles: ['internal', 'superuser'] }),
      await insertAccount(db, { roles: ['internal', 'superuser'] }),
    ]
    const job = { action: 'nonRenew', requested_by: own.account_id, total_items: 20, finished_at: new Date() } as const
    await db
      .insertInto('bulk_jobs')
      .values([
        { ...job, state: 'done', done_items: 6, failed_items: 14 },
        { ...job, state: 'done', done_items: 20 },
      ])
      .execute()
    const jobsOf = async (account: { account_id: string }) =>
      (await waiting(await api.tokenFor({ accountId: account.account_id }))).find(({ kind }) => kind === 'failedJobs')
    expect(await jobsOf(own)).toMatchObject({ count: 1, oldest: [{ detail: '14 of 20 failed' }] })
    expect(await jobsOf(other)).toMatchObject({ count: 0 })
  })

  it.each(Object.keys(actionItemSources) as ActionKind[])('use only database indexes to count %s', async (kind) => {
    const reader = { now: new Date(), accountId: (await insertAccount(db, { roles: ['internal'] })).account_id }
    expect(await plan(buildActionItemStatement(kind, reader))).not.toMatch(/Seq Scan/)
    const agencyIds = actionItemSources[kind].isOfAgents ? [root.agency_id] : undefined
    expect(await plan(buildActionItemStatement(kind, reader, agencyIds))).not.toMatch(/Seq Scan/)
  })
})

describe('GET /api/admin/figures', () => {
  it('returns written premium and payments by month, ending with the current month', async () => {
    const response = await api.call('GET', '/api/admin/figures?months=3', { token: everybody })
    const rows = (await response.json()) as Operations['getFigures']['response']
    expect(rows.map(({ month }) => month).at(-1)).toBe(`${new Date().toISOString().slice(0, 7)}-01`)
    expect(rows).toHaveLength(3)
    const { rows: booked } = await sql<{ month: string; count: number }>`
      select to_char(date_trunc('month', accounting_date), 'YYYY-MM-DD') as month, count(*) as count from policy_transactions group by 1`.execute(
      db,
    )
    for (const { month, count } of booked)
      expect(rows.find((row) => row.month === month)?.newPolicies ?? count).toBe(count)
    expect(rows.at(-1)?.collected).toBe(signed.totalCents / 100)
  })

  it('returns claims by notice date and the commission of closed statements (UI-21)', async () => {
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    const agency = await insertAgency(db)
    const policy = await getPolicy(agency)
    await db
      .insertInto('claims')
      .values({
        ...{ claim_number: 'CL-1', policy_id: policy.policy_id, notice_date: month, date_of_loss: month },
        created_by_user_name: 'Kim Keeper',
      })
      .execute()
    const other = await insertAgency(db)
    await db
      .insertInto('commission_statements')
      .values([
        { agency_id: agency.agency_id, month, state: 'closed', closed_at: new Date(), total_cents: 12_345 },
        { agency_id: other.agency_id, month },
      ])
      .execute()
    const response = await api.call('GET', '/api/admin/figures?months=1', { token: everybody })
    const [row] = (await response.json()) as Operations['getFigures']['response']
    expect(row).toMatchObject({ claims: 1, commission: 123.45 })
  })

  it('requires the superuser or finance role and a period of 1 to 24 months', async () => {
    const status = async (query: string, token = everybody) =>
      (await api.call('GET', `/api/admin/figures${query}`, { token })).status
    expect([await status('', await getToken()), await status('', await getAgent(root.agency_id))]).toEqual([403, 403])
    expect([await status('?months=24'), await status('?months=25'), await status('?months=0')]).toEqual([200, 400, 400])
    const seen = await plan(buildMonthlyFiguresStatement('2026-01-01', '2026-11-01'))
    expect(seen.match(/Seq Scan on (policy_transactions|payments)/)).toBeNull()
  })
})

describe('GET /api/admin/figures/counties', () => {
  it('returns the policies in force today by county, without cancelled, expired and future ones (UI-21)', async () => {
    const agency = await insertAgency(db)
    await db.insertInto('counties').values({ county_fips: '48453', name: 'Travis', state: 'TX' }).execute()
    const today = new Date().toISOString().slice(0, 10)
    const from = { county_fips: '48453', inception_date: addDays(today, -30) }
    const [first, second] = [await getPolicy(agency, from), await getPolicy(agency, from)]
    await getPolicy(agency, { ...from, inception_date: addDays(today, 30) })
    await getPolicy(agency, { ...from, inception_date: addDays(today, -400), expiration_date: addDays(today, -35) })
    const cancelled = await getPolicy(agency, from)
    await db
      .updateTable('policies')
      .set({ cancelled_at: new Date(), cancel_reason_code: '22', cancel_effective_date: today })
      .where('policy_id', '=', cancelled.policy_id)
      .execute()
    const response = await api.call('GET', '/api/admin/figures/counties', { token: everybody })
    const rows = (await response.json()) as Operations['listCountyFigures']['response']
    expect(rows.find(({ countyFips }) => countyFips === '48453')).toEqual({
      ...{ countyFips: '48453', county: 'Travis', state: 'TX', policies: 2 },
      premium: (first.totalCents + second.totalCents) / 100,
    })
    expect(rows.map(({ premium }) => premium)).toEqual(rows.map(({ premium }) => premium).toSorted((a, b) => b - a))
    expect(await plan(buildCountyFiguresStatement(today))).not.toMatch(/Seq Scan on policies/)
  })
})

describe('GET /api/admin/figures/aging', () => {
  it('returns the totals of the aging list of all agencies (UI-21)', async () => {
    const response = await api.call('GET', '/api/admin/figures/aging', { token: everybody })
    const figures = (await response.json()) as Operations['getAgingFigures']['response']
    const { payload } = await (await api.call('GET', '/api/v1/billing/aging?take=1000', { token: everybody })).json()
    for (const [name, value] of Object.entries(figures)) {
      const sum = payload.items.reduce(
        (cents: number, row: Record<string, number>) => cents + Math.round((row[name] ?? 0) * 100),
        0,
      )
      expect([name, Math.round(value * 100)]).toEqual([name, sum])
    }
    expect(figures.total).toBeGreaterThan(0)
    expect(await plan(buildAgingStatement('2026-11-27'))).not.toMatch(/Seq Scan/)
  })
})

describe('daily digest email', () => {
  const morning = new Date('2026-11-23T12:30:00Z')
  const job = (now = morning) => createTestContext(db, { kind: 'job', name: 'daily_digest' }, { now })
  const joined = { password_hash: 'chosen' }
  const jobsOf = async <Payload>(identifier: string) => {
    const { rows } = await sql<{ payload: Payload }>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${identifier} order by j.id`.execute(db)
    return rows.map(({ payload }) => payload)
  }
  const mailsTo = async (address: string) =>
    (await jobsOf<EmailJob<'daily-digest'>>('send-mail')).filter(
      ({ to, template }) => to === address && template.endsWith('daily-digest'),
    )
  const turn = async (on: boolean) => {
    await db
      .insertInto('settings')
      .values({ key: 'digest.enabled', value: `${on}` })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: `${on}` }))
      .execute()
    clearSettingsCache(db)
  }
  /** Returns which of these accounts receive a digest at this time. */
  const foundAt = async (now: Date, among: { account_id: string }[]) => {
    await sql`delete from graphile_worker._private_jobs where key like 'daily-digest:%'`.execute(db)
    await enqueueDueDigests(job(now))
    const found = (await jobsOf<{ accountId: string }>('daily-digest')).map(({ accountId }) => accountId)
    return among.map(({ account_id }) => found.includes(account_id))
  }

  it('is sent at the configured local hour to eligible users who did not opt out', async () => {
    const west = await insertAgency(db, { state: 'CA' })
    const registering = await insertAgency(db, { status: 'P' })
    const everyone = [
      await insertAccount(db, { ...joined, agency_id: root.agency_id }),
      await insertAccount(db, { ...joined, agency_id: west.agency_id }),
      await insertAccount(db, { ...joined, agency_id: registering.agency_id }),
      await insertAccount(db, { ...joined, agency_id: root.agency_id, is_active: false }),
      await insertAccount(db, { agency_id: root.agency_id }),
      await insertAccount(db, { ...joined, roles: ['internal', 'superuser'] }),
    ]
    const unwilling = await insertAccount(db, { ...joined, agency_id: root.agency_id })
    const token = await api.tokenFor({ accountId: unwilling.account_id })
    const choose = (dailyDigest: boolean) =>
      api.call('PATCH', '/api/v1/accounts/preferences', { token, body: { dailyDigest } })
    expect((await (await choose(false)).json()).payload).toEqual({ theme: null, dailyDigest: false, lists: [] })
    const all = [...everyone, unwilling]
    expect(await foundAt(morning, all)).toEqual(all.map(() => false))
    await turn(true)
    expect(await foundAt(morning, all)).toEqual([true, false, false, false, false, true, false])
    expect(await foundAt(new Date('2026-11-23T11:59:00Z'), all)).toEqual(all.map(() => false))
    expect(await foundAt(new Date('2026-11-23T15:00:00Z'), all)).toEqual([true, true, false, false, false, true, false])
    await choose(true)
    expect((await foundAt(morning, [unwilling]))[0]).toBe(true)
    await turn(false)
  })

  it('contains action item counts with links, and is skipped if there are no action items', async () => {
    const agent = await insertAccount(db, { ...joined, agency_id: root.agency_id, first_name: 'Avery' })
    const clerk = await insertAccount(db, { ...joined, roles: ['internal', 'financeadmin'] })
    const idle = await insertAccount(db, { ...joined, agency_id: (await insertAgency(db)).agency_id })
    for (const { account_id } of [agent, clerk, idle]) await sendDigest(job(), account_id)
    const [mail] = await mailsTo(agent.email)
    const waits = counts(await waiting(await api.tokenFor({ accountId: agent.account_id })))
    expect(mail?.values).toMatchObject({ firstName: 'Avery', day: '2026-11-23' })
    const lines = mail?.values.waiting.split('\n') ?? []
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Policies awaiting signature: ${waits.signature}\t\\S+/policies\\?waitsFor=signature$`),
      ),
    )
    expect(lines).toHaveLength(Object.values(waits).filter((count) => count > 0).length)
    expect((await mailsTo(clerk.email))[0]?.values.waiting).toMatch(
      /Licenses expiring within 60 days: 1\t\S+\/admin\/agencies/,
    )
    expect((await mailsTo(clerk.email))[0]?.values.waiting).not.toContain('Policies awaiting signature')
    expect(await mailsTo(idle.email)).toEqual([])
    const { html, text } = await renderEmail('agency-daily-digest', mail?.values as NonNullable<typeof mail>['values'])
    expect(html).toContain(
      `waitsFor=signature" style="color:#0b5fa5">Policies awaiting signature: ${waits.signature}</a>`,
    )
    expect(text).toContain(`Policies awaiting signature: ${waits.signature}: http`)
  })

  it('is sent once a day, even with two workers or after a crash', async () => {
    const { account_id, email } = await insertAccount(db, { ...joined, agency_id: root.agency_id })
    const config = {
      get PUBLIC_URL(): string {
        throw new Error('killed')
      },
    }
    const dying = { ...job(), config: config as Ctx['config'] }
    await expect(sendDigest(dying, account_id)).rejects.toThrow('killed')
    expect(await mailsTo(email)).toEqual([])
    let left = 6
    let done = () => {}
    const all = new Promise<void>((resolve) => {
      done = resolve
    })
    await sql`delete from graphile_worker._private_jobs where key like 'daily-digest:%'`.execute(db)
    for (let count = 0; count < left; count += 1)
      await db.transaction().execute((trx) => enqueueJob(trx, 'daily-digest', { accountId: account_id }))
    const worker = () =>
      startWorker({
        ...{ pool: api.database.pool, log: pino({ level: 'silent' }), crontab: '' },
        handlers: {
          'daily-digest': async ({ accountId }) => {
            await sendDigest(job(), accountId)
            left -= 1
            if (left === 0) done()
          },
        },
      })
    const workers = await Promise.all([worker(), worker()])
    await all
    await Promise.all(workers.map(({ stop }) => stop()))
    expect(await mailsTo(email)).toHaveLength(1)
    // On the next local date, another digest is sent.
    await sendDigest(job(new Date('2026-11-24T12:30:00Z')), account_id)
    expect(await mailsTo(email)).toHaveLength(2)
  })
})
