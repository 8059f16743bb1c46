import { describe, expect, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'financeadmin'] })
const token = await api.tokenFor({ accountId })

const agency = await insertAgency(db, { company: 'Exported Agency' })
const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
for (const [day, payee] of [
  ['2026-11-18', '=cmd'],
  ['2026-11-19', 'Marina Sample'],
] as const)
  await insertPayment(db, {
    ...{ policyId: policy.policy_id, amountCents: 10_050, now: new Date(`${day}T15:00:00Z`) },
    payeeName: payee,
  })
await db.insertInto('commission_statements').values({ agency_id: agency.agency_id, month: '2026-10-01' }).execute()
const { lockbox_file_id } = await db
  .insertInto('lockbox_files')
  .values({ file_name: 'deposit.csv', format: 'csv', sha256: 'a'.repeat(64), item_count: 2, total_cents: 300 })
  .returning('lockbox_file_id')
  .executeTakeFirstOrThrow()
const check = { lockbox_file_id, lockbox_no: '880042', deposit_date: '2026-11-19', batch_no: '1' }
await db
  .insertInto('lockbox_items')
  .values([
    { ...check, item_no: '1', amount_cents: 100, check_no: '1041', remitter_name: 'M Sample' },
    { ...check, item_no: '2', amount_cents: 200, check_no: '1042', remitter_name: 'Somebody else' },
  ])
  .execute()

async function getLines(list: string, filter: object, sort: [string, string]) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort) })
  const response = await api.call('GET', `/api/admin/${list}/export?${query}`, { token })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`filename="${list}-\\d{4}-\\d\\d-\\d\\d\\.csv"`),
  )
  return (await response.text()).trim().split('\n')
}

describe('list export as CSV', () => {
  test('exports the filtered payments in the requested sort order with escaped formulas', async () => {
    const [headings, ...rows] = await getLines('payments', { policyNo: policy.policy_no }, ['createdAt', 'ASC'])
    expect(headings).toMatch(/^paymentId,policyNo,insuredName,agencyNo,createdAt,/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(",true,100.5,,'=cmd,")
    expect(rows[1]).toContain(',true,100.5,,Marina Sample,')
    expect(await getLines('payments', { policyNo: 'RFL3999999' }, ['createdAt', 'ASC'])).toEqual([headings])
  })

  test('exports the lockbox checks that match the search text', async () => {
    const [headings, ...rows] = await getLines('lockboxItems', { q: 'm samp' }, ['amount', 'DESC'])
    expect(headings).toBe(
      'depositDate,lockboxNo,batchNo,itemNo,checkNo,amount,payer,reference,status,policyNo,attention,note',
    )
    expect(rows).toEqual([expect.stringMatching(/^2026-11-19,880042,1,1,1041,1,M Sample,,open,,/)])
  })

  test('exports the commission statements of an agency', async () => {
    const [, ...rows] = await getLines('commissionStatements', { agencyNo: agency.agency_no }, ['month', 'DESC'])
    expect(rows).toEqual([expect.stringMatching(`,${agency.agency_no},Exported Agency,2026,10,open,0,0,0,0,0,0,,,$`)])
  })

  test('records the filter and sort order of an export in the audit log before sending rows', async () => {
    await getLines('payments', { q: 'nobody has this name' }, ['amount', 'DESC'])
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'payments.export')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor_id: accountId,
      details: { filter: '{"q":"nobody has this name"}', sort: 'amount DESC' },
    })
  })
})
