import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import type { Operations } from '../generated/operations.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { buildTaskCountsStatement } from './listPolicyTasks.route.ts'

type TaskPage = Operations['listPolicyTasks']['response']['payload']

const api = await createTestApi()
const { db } = api
const today = new Date().toISOString().slice(0, 10)
const root = await insertAgency(db)
const below = await insertAgency(db, { parent: root.agency_id })
const elsewhere = await insertAgency(db)
const getAgent = async ({ agency_id }: { agency_id: string }, roles: string[] = []) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id, roles: roles as never })).account_id })
const agent = await getAgent(root)

const getPolicy = async (
  { agency_id }: { agency_id: string },
  days: number,
  { isSigned = false, ...more }: Record<string, unknown> = {},
) => {
  const columns = { agency_id, inception_date: addDays(today, days) }
  const policy = await insertPolicy(db, { columns })
  const values = { is_signed_by_agent: isSigned === true, is_signed_by_insured: isSigned === true, ...more }
  await db.updateTable('policies').set(values).where('policy_id', '=', policy.policy_id).execute()
  return policy
}
const pay = ({ policy_id: policyId, totalCents: amountCents }: { policy_id: string; totalCents: number }, more = {}) =>
  insertPayment(db, { policyId, amountCents, now: new Date(), ...more })

async function list(query = '', token = agent) {
  const response = await api.call('GET', `/api/v1/policies/tasks${query}`, { token })
  expect(response.status).toBe(200)
  return ((await response.json()) as Operations['listPolicyTasks']['response']).payload
}
const namesOf = ({ items }: TaskPage) => items.map(({ policy }) => policy.policyNo)

const later = await getPolicy(root, 40)
const paid = await getPolicy(below, 20)
await pay(paid)
const overdue = await getPolicy(root, -3, { isSigned: true })
const processing = await getPolicy(root, -3, { isSigned: true })
await pay(processing, { status: 'processing' })
const done = await getPolicy(root, -3, { isSigned: true })
await pay(done)
const pendingCancel = { pending_cancel_at: new Date(), cancel_effective_date: addDays(today, -10) }
// Reason 02 requires a document. Reason 22 requires none.
const undocumented = await getPolicy(root, -30, { ...pendingCancel, cancel_reason_code: '02' })
const documented = await getPolicy(root, -30, {
  ...{ ...pendingCancel, cancel_reason_code: '22', cancel_effective_date: null },
})
const foreign = await getPolicy(elsewhere, -3)

describe('GET /policies/tasks', () => {
  it('lists each policy with open tasks once, overdue policies first, then by deadline (UI-10, UI-11)', async () => {
    const page = await list()
    expect(namesOf(page)).toEqual([overdue, undocumented, paid, later, documented].map(({ policy_no }) => policy_no))
    expect(page.items.map(({ tasks, deadline, isOverdue }) => [tasks, deadline, isOverdue])).toEqual([
      [['payment'], addDays(today, -3), true],
      [['documents'], addDays(today, -10), false],
      [['signature'], addDays(today, 20), false],
      [['signature', 'payment'], addDays(today, 40), false],
      [['cancellation'], null, false],
    ])
    expect(page.counts).toEqual({
      ...{ all: 5, overdue: 1, signature: 2, payment: 2, documents: 1, cancellation: 1, renewalHold: 0 },
    })
    expect(page).toMatchObject({ resultCount: 5, isCapped: false, nextCursor: null })
  })

  it('returns the amounts and dates of the policy page (BIL-12)', async () => {
    const [{ policy } = {}] = (await list('?filter=overdue')).items
    const response = await api.call('GET', `/api/v1/policies/${overdue.policy_no}`, { token: agent })
    expect(policy).toEqual((await response.json()).payload)
    expect(policy).toMatchObject({ payableAmount: overdue.totalCents / 100, dueState: 'pastDue' })
  })

  it.each([
    ['overdue', [overdue]],
    ['signature', [paid, later]],
    ['payment', [overdue, later]],
    ['documents', [undocumented]],
    ['cancellation', [documented]],
    ['renewalHold', []],
  ] as const)('filters by %s and counts all tasks', async (filter, policies) => {
    const page = await list(`?filter=${filter}`)
    expect(namesOf(page)).toEqual(policies.map(({ policy_no }) => policy_no))
    expect(page.resultCount).toBe(policies.length)
    expect(page.counts.all).toBe(5)
  })

  it('lists a renewal on hold for a past-due balance', async () => {
    const agency = await insertAgency(db)
    const held = await getPolicy(agency, -340, { isSigned: true })
    await db
      .insertInto('renewal_holds')
      .values({ policy_id: held.policy_id, held_on: today, amount_cents: held.totalCents })
      .execute()
    const { items, counts } = await list('?filter=renewalHold', await getAgent(agency))
    expect(items).toMatchObject([
      { tasks: ['payment', 'renewalHold'], deadline: addDays(today, -340), isOverdue: true },
    ])
    expect(counts).toMatchObject({ all: 1, payment: 1, renewalHold: 1 })
  })

  it('continues after the cursor without gaps or duplicates', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: TaskPage = await list(`?take=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...namesOf(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(namesOf(await list()))
    const invalid = await api.call('GET', '/api/v1/policies/tasks?cursor=WyIxMDAxODAiXQ', { token: agent })
    expect(invalid.status).toBe(400)
  })

  it('lists only policies of the own agency and its sub-agencies, and only for agents', async () => {
    expect(namesOf(await list('', await getAgent(below)))).toEqual([paid.policy_no])
    expect(namesOf(await list('', await getAgent(elsewhere, ['readonly'])))).toEqual([foreign.policy_no])
    const staff = await api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal'] })).account_id })
    expect((await api.call('GET', '/api/v1/policies/tasks', { token: staff })).status).toBe(403)
    expect((await api.call('GET', '/api/v1/policies/tasks', {})).status).toBe(401)
  })

  it('reads only database indexes', async () => {
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const statement = buildTaskCountsStatement([root.agency_id], new Date()).compile(trx)
      return trx.executeQuery<{ 'QUERY PLAN': string }>({ ...statement, sql: `explain ${statement.sql}` })
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan/)
  })
})
