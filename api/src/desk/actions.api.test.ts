import type { Action, ActionKind } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../generated/operations.ts'
import { aTestApi } from '../testing/api.ts'
import { anAccount, anAgency, aPayment, aPolicy } from '../testing/builders.ts'
import { actionStatement, sources } from './actions.ts'
import { figuresStatement } from './getFigures.route.ts'

const api = await aTestApi()
const { db } = api
const tokenOf = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await anAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const everybody = await tokenOf('superuser', 'financeadmin', 'readonly')
const root = await anAgency(db)
const below = await anAgency(db, { parent: root.agency_id })
const elsewhere = await anAgency(db)
const agentOf = async (agency_id: string) =>
  api.tokenFor({ accountId: (await anAccount(db, { agency_id })).account_id })

const policyOf = ({ agency_id }: { agency_id: string }, more: object = {}) =>
  aPolicy(db, { columns: { agency_id, ...more } })
const unsigned = await policyOf(root, { original_post_date: '2026-11-01' })
const ofBelow = await policyOf(below)
const pending = await policyOf(elsewhere)
await db
  .updateTable('policies')
  .set({ pending_cancel_at: '2026-11-10T15:00:00Z', cancel_reason_code: '22' })
  .where('policy_id', '=', pending.policy_id)
  .execute()
const signed = await policyOf(root)
await db
  .updateTable('policies')
  .set({ is_signed_by_agent: true, is_signed_by_insured: true })
  .where('policy_id', '=', signed.policy_id)
  .execute()
await aPayment(db, { policyId: signed.policy_id, amountCents: signed.totalCents, now: new Date() })

async function waiting(token: string) {
  const answer = await api.call('GET', '/api/v1/actions', { token })
  const { payload } = (await answer.json()) as Operations['listActions']['answer']
  return payload
}
const counts = (actions: Action[]) => Object.fromEntries(actions.map(({ kind, count }) => [kind, count]))
const plan = (statement: ReturnType<typeof actionStatement> | ReturnType<typeof figuresStatement>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const wanted = statement.compile(trx)
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...wanted, sql: `explain ${wanted.sql}` })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

describe('what waits', () => {
  it('is for agents what their agency and those below it have to do, the oldest first', async () => {
    const actions = await waiting(await agentOf(root.agency_id))
    expect(counts(actions)).toEqual({ signature: 2, payment: 2, documents: 0, cancellations: 0 })
    expect(actions[0]?.oldest.map(({ id, since }) => [id, since])).toEqual([
      [unsigned.policy_no, '2026-11-01'],
      [ofBelow.policy_no, '2026-11-20'],
    ])
    expect(counts(await waiting(await agentOf(below.agency_id)))).toMatchObject({ signature: 1, payment: 1 })
    expect(counts(await waiting(await agentOf(elsewhere.agency_id)))).toMatchObject({ signature: 0, cancellations: 1 })
  })

  it('is for staff what their roles see to, over the whole book', async () => {
    const kindsOf = async (...roles: string[]) => (await waiting(await tokenOf(...roles))).map(({ kind }) => kind)
    expect(await kindsOf()).toEqual(['certificates', 'reviews', 'imports', 'licences'])
    expect(await kindsOf('financeadmin')).toEqual([
      ...['certificates', 'reviews', 'checks', 'overpayments', 'failedPayments', 'disputes', 'imports', 'licences'],
    ])
    expect(counts(await waiting(everybody))).toMatchObject({ signature: 2, payment: 2, cancellations: 1 })
    expect((await api.call('GET', '/api/v1/actions', {})).status).toBe(401)
  })

  it('counts the same as the list that it leads to', async () => {
    for (const waitsFor of ['signature', 'payment', 'cancellation', 'documents'] as const) {
      const filter = encodeURIComponent(JSON.stringify({ waitsFor }))
      const rows = (await (
        await api.call('GET', `/api/admin/policies?filter=${filter}`, { token: everybody })
      ).json()) as unknown[]
      const kind = waitsFor === 'cancellation' ? 'cancellations' : waitsFor
      expect([waitsFor, rows.length]).toEqual([waitsFor, counts(await waiting(everybody))[kind]])
    }
  })

  it('tells of payments that failed and licences that end', async () => {
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
    expect(counts(actions)).toMatchObject({ failedPayments: 1, licences: 1 })
    expect(actions.find(({ kind }) => kind === 'licences')?.oldest).toEqual([
      { id: root.agency_no, title: root.company, detail: 'FL, FL-1', since: '2020-12-31' },
    ])
  })

  it.each(Object.keys(sources) as ActionKind[])('counts %s on indexes alone', async (kind) => {
    expect(await plan(actionStatement(kind, new Date()))).not.toMatch(/Seq Scan/)
    expect(
      await plan(actionStatement(kind, new Date(), sources[kind].isOfAgents ? [root.agency_id] : undefined)),
    ).not.toMatch(/Seq Scan/)
  })
})

describe('the figures', () => {
  it('are one row a month, the running one last, with what was written and paid in it', async () => {
    const answer = await api.call('GET', '/api/admin/figures?months=3', { token: everybody })
    const rows = (await answer.json()) as Operations['getFigures']['answer']
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

  it('are a superuser’s and finance’s, of one to twenty-four months, on indexes', async () => {
    const status = async (query: string, token = everybody) =>
      (await api.call('GET', `/api/admin/figures${query}`, { token })).status
    expect([await status('', await tokenOf()), await status('', await agentOf(root.agency_id))]).toEqual([403, 403])
    expect([await status('?months=24'), await status('?months=25'), await status('?months=0')]).toEqual([200, 400, 400])
    const seen = await plan(figuresStatement('2026-01-01', '2026-11-01'))
    expect(seen.match(/Seq Scan on (policy_transactions|payments)/)).toBeNull()
  })
})
