import type { SearchKind } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../generated/operations.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { buildSearchStatement, searchSources } from './search-sources.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const everybody = await getToken('superuser', 'financeadmin')
const [superuser, finance, internal] = [
  await getToken('superuser'),
  await getToken('financeadmin', 'readonly'),
  await getToken(),
]
const agency = await insertAgency(db, { company: 'Quillwater Partners' })
const person = await insertAccount(db, { agency_id: agency.agency_id, first_name: 'Quilla', last_name: 'Writer' })
const agent = await api.tokenFor({ accountId: person.account_id })
const policy = await insertPolicy(db, { columns: { insured_name: 'Quincy Quillson', agency_id: agency.agency_id } })
const { policy_payment_id } = await db
  .insertInto('payments')
  .values({
    payment_id: 'PAY-QUILL',
    policy_id: policy.policy_id,
    payment_type_id: 1,
    status: 'paid',
    amount_cents: 131976,
    check_no: '0004711',
    payee_name: 'Quill Bank',
  })
  .returning('policy_payment_id')
  .executeTakeFirstOrThrow()
const { lockbox_file_id } = await db
  .insertInto('lockbox_files')
  .values({ file_name: 'quill.bai', format: 'bai', sha256: 'f'.repeat(64), item_count: 1, total_cents: 5000 })
  .returning('lockbox_file_id')
  .executeTakeFirstOrThrow()
const { lockbox_item_id } = await db
  .insertInto('lockbox_items')
  .values({
    ...{ lockbox_file_id, lockbox_no: '1', deposit_date: '2026-01-05', batch_no: '1', item_no: '1' },
    ...{ amount_cents: 5000, check_no: '0004711', remitter_name: 'Quill Estate' },
  })
  .returning('lockbox_item_id')
  .executeTakeFirstOrThrow()

type Found = Operations['searchEverything']['response']

async function search(q: string, token = everybody) {
  const response = await api.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`, { token })
  return { status: response.status, groups: ((await response.json()) as Found).groups }
}
const getIds = async (q: string, token?: string) =>
  Object.fromEntries((await search(q, token)).groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]))

describe('GET /api/admin/search', () => {
  it('finds policies, payments, checks, agencies and accounts by part of a name', async () => {
    expect(await getIds('QUILL')).toEqual({
      policies: [policy.policy_no],
      payments: [policy_payment_id],
      checks: [lockbox_item_id],
      agencies: [agency.agency_no],
      accounts: [person.account_id],
    })
    const [found] = (await search('quincy')).groups
    expect(found?.hits[0]).toMatchObject({
      title: policy.policy_no,
      status: 'Bound',
      amount: policy.total_premium_cents / 100,
    })
  })

  it('finds policies, payments, checks and agencies by number, even without leading zeros', async () => {
    expect(await getIds(policy.policy_no.toLowerCase())).toMatchObject({ policies: [policy.policy_no] })
    expect(await getIds('pay-quill')).toEqual({ payments: [policy_payment_id] })
    expect(await getIds('4711')).toEqual({ payments: [policy_payment_id], checks: [lockbox_item_id] })
    expect(await getIds(agency.agency_no)).toMatchObject({ agencies: [agency.agency_no] })
  })

  it('returns only results that the roles of the caller can access', async () => {
    expect(Object.keys(await getIds('quill', superuser))).toEqual(['policies', 'agencies', 'accounts'])
    expect(Object.keys(await getIds('quill', finance))).toEqual(['policies', 'payments', 'checks', 'agencies'])
    expect(Object.keys(await getIds('quill', internal))).toEqual(['policies', 'agencies'])
    for (const token of [agent, undefined])
      expect((await api.call('GET', '/api/admin/search?q=quill', token ? { token } : {})).status).toBe(
        token ? 403 : 401,
      )
  })

  it('returns five results per type and states whether there are more', async () => {
    for (let index = 0; index < 6; index += 1) await insertPolicy(db, { columns: { insured_name: 'Zebulon Many' } })
    const [policies] = (await search('zebulon')).groups
    expect([policies?.hits.length, policies?.hasMore]).toEqual([5, true])
  })

  it.each(['%', '_', '\\', "'; drop table policies; --", '%%%%', '🦊', '!', ' '])(
    'treats %j as literal text and returns no results',
    async (q) => {
      expect(await search(q)).toEqual({ status: 200, groups: [] })
    },
  )

  it('returns 400 for search text that is invalid, empty or too long', async () => {
    for (const q of ['a\u0000b', 'x'.repeat(101), '']) expect((await search(q)).status).toBe(400)
  })

  it.each(Object.keys(searchSources) as SearchKind[])(
    'uses only database indexes to search %s for any search text',
    async (kind) => {
      for (const text of ['marina', '4711', 'fl', '12 oak', 'o%'])
        await db.transaction().execute(async (trx) => {
          await sql`set local enable_seqscan = off`.execute(trx)
          const wanted = buildSearchStatement(kind, text, new Date()).compile(trx)
          const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...wanted, sql: `explain ${wanted.sql}` })
          expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan/)
        })
    },
  )
})
