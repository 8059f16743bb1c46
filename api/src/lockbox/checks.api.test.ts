import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aTestApi } from '../testing/api.ts'
import { anAccount, anAgency, aPolicy } from '../testing/builders.ts'

const api = await aTestApi()
const { db } = api
const { agency_id } = await anAgency(db)
const agent = await api.tokenFor({ accountId: (await anAccount(db, { agency_id })).account_id })
const finance = await api.tokenFor({
  accountId: (await anAccount(db, { roles: ['internal', 'financeadmin'] })).account_id,
})

let number = 0
const header = 'lockbox,depositDate,batch,item,amount,checkNo,remitter,reference'
const row = (amount: number, reference: string, remitter = 'Casey Sample') => {
  number++
  return `555010,2026-11-19,${Math.floor(number / 900) + 1},${number % 900},${amount.toFixed(2)},${1000 + number},${remitter},${reference}`
}
const importFile = (rows: string[], token = finance) => {
  const form = new FormData()
  form.append('file', new File([[header, ...rows].join('\n')], 'checks.csv'))
  form.append('format', 'csv')
  return api.call('POST', '/api/v1/payments/lockbox/import', { token, raw: form })
}
const imported = async (...rows: string[]) => (await (await importFile(rows)).json()).payload
const itemsOf = async (importId: string) =>
  (await (await api.call('GET', `/api/v1/payments/lockbox/imports/${importId}`, { token: finance })).json()).payload
    .items
const settle = (body: object) => api.call('POST', '/api/v1/payments/lockbox/update', { token: finance, body })
const dueOf = async (policyId: string) =>
  (
    await db
      .selectFrom('policy_balances')
      .select('due_cents')
      .where('policy_id', '=', policyId)
      .executeTakeFirstOrThrow()
  ).due_cents
const suspense = async () =>
  (
    await sql<{
      cents: number
    }>`select coalesce(-sum(amount_cents), 0)::bigint as cents from postings where account_code = 'suspense'`.execute(
      db,
    )
  ).rows[0]?.cents
const openCents = async () =>
  (
    await sql<{
      cents: number
    }>`select coalesce(sum(amount_cents), 0)::bigint as cents from lockbox_items where state = 'open'`.execute(db)
  ).rows[0]?.cents

describe('importing a lockbox file', () => {
  it('pays the policy that a reference names and leaves the rest in suspense', async () => {
    const policy = await aPolicy(db)
    const result = await imported(row(1125, `Policy ${policy.policy_no}`), row(40, 'no idea'))
    expect(result).toMatchObject({ itemCount: 2, totalAmount: 1165, appliedCount: 1, unappliedCount: 1, knownCount: 0 })
    expect(await dueOf(policy.policy_id)).toBe(0)
    const items = await itemsOf(result.importId)
    expect(items.map(({ status, policyNo }: Record<string, unknown>) => [status, policyNo])).toEqual([
      ['applied', policy.policy_no],
      ['open', null],
    ])
    expect(await suspense()).toBe(await openCents())
  })

  it('never pays the policy whose number is only the beginning of the one that is named', async () => {
    const short = await aPolicy(db, { columns: { policy_no: 'RFL3999123' } })
    const long = await aPolicy(db, { columns: { policy_no: 'RFL39991234' } })
    const result = await imported(row(10, 'Policy RFL39991234.'), row(20, 'RFL399912345'))
    expect(result).toMatchObject({ appliedCount: 1, unappliedCount: 1 })
    expect([await dueOf(short.policy_id), await dueOf(long.policy_id)]).toEqual([112_500, 111_500])
  })

  it('changes nothing the second time, also when the file comes twice at once', async () => {
    const policy = await aPolicy(db)
    const rows = [row(500, policy.policy_no), row(12, 'stray')]
    const [first, second] = await Promise.all(
      [importFile(rows), importFile(rows)].map(async (one) => (await one).json()),
    )
    expect([first.payload.knownCount, second.payload.knownCount].sort()).toEqual([0, 2])
    expect(second.payload.importId).toBe(first.payload.importId)
    expect(await dueOf(policy.policy_id)).toBe(112_500 - 50_000)
    // The bank sends the checks again in another file.
    expect(await imported(...rows, row(7, 'new'))).toMatchObject({ itemCount: 3, knownCount: 2, unappliedCount: 1 })
    expect(await dueOf(policy.policy_id)).toBe(112_500 - 50_000)
    expect(await suspense()).toBe(await openCents())
  })

  it('refuses the whole file for one wrong line, and agents altogether', async () => {
    const policy = await aPolicy(db)
    const answer = await importFile([row(500, policy.policy_no), '555010,2026-11-31,1,1,5,5,a,b'])
    expect(answer.status).toBe(422)
    expect((await answer.json()).message).toBe('file: line 3: "2026-11-31" is no day.')
    expect(await dueOf(policy.policy_id)).toBe(112_500)
    expect((await importFile([row(1, 'x')], agent)).status).toBe(403)
  })

  it.each([
    ['555010,2026-11-19,1,1,5,5,a\0b,c', 'it holds the character NUL (U+0000).'],
    ['555010,0000-01-01,1,1,5,5,a,b', '"0000-01-01" is no day.'],
  ])('refuses a file that no database could keep: %j', async (line, rule) => {
    const answer = await importFile([row(500, 'x'), line])
    expect([answer.status, (await answer.json()).message]).toEqual([422, `file: line 3: ${rule}`])
  })

  it('does not pay a cancelled policy, and opens an overpayment for what is more than due', async () => {
    const cancelled = await aPolicy(db, { columns: { cancelled_at: new Date(), cancel_reason_code: '33' } })
    const paid = await aPolicy(db)
    const result = await imported(row(100, cancelled.policy_no), row(1200, paid.policy_no))
    expect(result).toMatchObject({ appliedCount: 1, unappliedCount: 1 })
    const overpaid = await db
      .selectFrom('overpayment_items')
      .select('amount_cents')
      .where('policy_id', '=', paid.policy_id)
      .execute()
    expect(overpaid).toEqual([{ amount_cents: 7_500 }])
    const [open] = await itemsOf(result.importId)
    expect(open.suggestions[0]).toMatchObject({
      policyNo: cancelled.policy_no,
      reason: expect.stringContaining('cancelled'),
    })
  })

  it('lets staff give a check to a cancelled policy that owes something, and to none that does not', async () => {
    const columns = { cancelled_at: new Date(), cancel_reason_code: '33' }
    const owing = await aPolicy(db, { columns })
    const settled = await aPolicy(db, { columns, premiumCents: 0, feeCents: 0, taxCents: 0 })
    const { importId } = await imported(row(100, owing.policy_no), row(200, settled.policy_no))
    const open: { id: string; amount: number }[] = await itemsOf(importId)
    const idOf = (amount: number) => open.find((item) => item.amount === amount)?.id
    expect((await settle({ id: idOf(100), policyNo: owing.policy_no })).status).toBe(200)
    const refused = await settle({ id: idOf(200), policyNo: settled.policy_no })
    expect(refused.status).toBe(422)
    expect((await refused.json()).message).toBe('policyNo: The policy is cancelled. It owes nothing; return the check.')
  })
})

describe('settling a check', () => {
  const anOpenItem = async (amount = 300, reference = '') =>
    (await itemsOf((await imported(row(amount, reference))).importId))[0]

  it('applies it once, however often it is sent [P324]', async () => {
    const policy = await aPolicy(db)
    const { id } = await anOpenItem()
    const answers = await Promise.all([1, 2, 3].map(() => settle({ id, policyNo: policy.policy_no, note: 'By phone' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await dueOf(policy.policy_id)).toBe(112_500 - 30_000)
    const done = await (await api.call('GET', `/api/admin/lockboxItems/${id}`, { token: finance })).json()
    expect(done).toMatchObject({ status: 'applied', policyNo: policy.policy_no, note: 'By phone', suggestions: [] })
    expect(await suspense()).toBe(await openCents())
  })

  it('takes an applied one back: the policy owes again', async () => {
    const policy = await aPolicy(db)
    const { id } = await anOpenItem()
    expect((await settle({ id, action: 'reverse' })).status).toBe(409)
    await settle({ id, policyNo: policy.policy_no })
    const reversed = await (await settle({ id, action: 'reverse', note: 'It bounced.' })).json()
    expect(reversed.payload).toMatchObject({ status: 'reversed', policyNo: null })
    expect(await dueOf(policy.policy_id)).toBe(112_500)
    expect(await suspense()).toBe(await openCents())
  })

  it('returns one for good', async () => {
    const policy = await aPolicy(db)
    const { id } = await anOpenItem()
    expect((await settle({ id, action: 'return', note: 'No policy found' })).status).toBe(200)
    expect((await settle({ id, policyNo: policy.policy_no })).status).toBe(409)
    expect(await suspense()).toBe(await openCents())
  })

  it('wants a policy that exists', async () => {
    const { id } = await anOpenItem()
    expect((await settle({ id })).status).toBe(422)
    expect((await settle({ id, policyNo: 'RFL3999999' })).status).toBe(404)
  })
})

describe('unapplied checks', () => {
  const query = async (body: object) =>
    (await (await api.call('POST', '/api/v1/payments/lockbox/unapplied', { token: finance, body })).json()).payload

  it('are found by text, with their sum and ranked suggestions that say why [P323]', async () => {
    const name = `Suggested Person${number}`
    const loan = await aPolicy(db)
    await db
      .insertInto('lienholders')
      .values({ policy_id: loan.policy_id, name1: 'Sample Savings Bank', reference: 'LN-777' })
      .execute()
    const named = await aPolicy(db, { columns: { insured_name: name } })
    await imported(row(1125, 'LN-777', 'Some Bank 77'), row(1125, '', name))
    const byLoan = await query({ text: 'some bank 77' })
    expect(byLoan).toMatchObject({ resultCount: 1, totalAmount: 1125 })
    expect(byLoan.items[0].suggestions[0]).toMatchObject({ policyNo: loan.policy_no, score: 0.95, totalDue: 1125 })
    const byName = await query({ text: name.toLowerCase() })
    expect(byName.items[0].suggestions).toEqual([
      expect.objectContaining({
        policyNo: named.policy_no,
        score: 0.8,
        reason: 'The payer is its insured, and this is what is due.',
      }),
    ])
  })

  it('are listed in the back office by amount and state', async () => {
    await imported(row(98_765.43, 'big one'))
    const search = new URLSearchParams({ filter: JSON.stringify({ amountFrom: 98_765.43, status: 'open' }) })
    const answer = await api.call('GET', `/api/admin/lockboxItems?${search}`, { token: finance })
    expect(await answer.json()).toMatchObject([{ reference: 'big one', amount: 98_765.43 }])
  })
})
