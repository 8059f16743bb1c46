import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAccountCreatedBy, insertAgency, insertPolicy } from '../testing/builders.ts'
import { getByteFlips } from '../testing/flip-bytes.ts'
import { writeCsv } from './write-csv.ts'

const api = await createTestApi()
const { db } = api
const { agency_id } = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id })).account_id })
const finance = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'financeadmin'] })).account_id,
})

const colleague = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'financeadmin'] })).account_id,
})

let number = 0
const row = (amount: number, reference: string, payer = 'Casey Sample') => {
  number++
  return {
    lockboxNo: '555010',
    depositDate: '2026-11-19',
    batchNo: String(Math.floor(number / 900) + 1),
    itemNo: String(number % 900),
    amountCents: Math.round(amount * 100),
    checkNo: String(1000 + number),
    payer,
    reference,
  }
}
type Row = ReturnType<typeof row>
const send = (csv: string, token = finance, format = 'csv') => {
  const form = new FormData()
  form.append('file', new File([csv], 'checks.csv'))
  form.append('format', format)
  return api.call('POST', '/api/v1/payments/lockbox/import', { token, raw: form })
}
const importFile = (rows: Row[], token = finance) => send(writeCsv(rows), token)
const imported = async (...rows: Row[]) => (await (await importFile(rows)).json()).payload
const getItems = async (importId: string) =>
  (await (await api.call('GET', `/api/v1/payments/lockbox/imports/${importId}`, { token: finance })).json()).payload
    .items
const settle = (body: object, token = finance) =>
  api.call('POST', '/api/v1/payments/lockbox/update', { token, body: { action: 'apply', ...body } })
const getDue = async (policyId: string) =>
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
    }>`select coalesce(sum(amount_cents), 0)::bigint as cents from lockbox_items where state in ('open', 'reversed')`.execute(
      db,
    )
  ).rows[0]?.cents

const getSum = async (query: RawBuilder<{ cents: number }>) => (await query.execute(db)).rows[0]?.cents ?? 0
const cash = () =>
  getSum(sql`select coalesce(sum(amount_cents), 0)::bigint as cents from postings where account_code = 'cash_lockbox'`)
const appliedCents = () =>
  getSum(sql`select coalesce(sum(amount_cents), 0)::bigint as cents from lockbox_items where state = 'applied'`)

describe('lockbox file import', () => {
  it('imports a CSV file with a flipped byte completely, or rejects it with a line number', async () => {
    const policy = await insertPolicy(db)
    const sound = writeCsv([row(250, policy.policy_no), row(99.5, 'nobody knows'), row(42.5, '', 'Sample, "Marina"')])
    let taken = 0
    for (const [at, flipped] of getByteFlips(sound, 60)) {
      const before = await cash()
      const response = await send(flipped)
      const { payload, message } = await response.json()
      expect([200, 422], `byte ${at}: ${message}`).toContain(response.status)
      if (response.status === 422) {
        expect(message).toMatch(/^File: line \d+: ./)
        expect(await cash()).toBe(before)
        continue
      }
      const isNew = payload.duplicateCount < 3
      const items: { amount: number }[] = isNew ? await getItems(payload.importId) : []
      expect([payload.itemCount, payload.totalAmount], `byte ${at}`).toEqual([3, 392])
      expect(items.length + payload.duplicateCount, `byte ${at}`).toBe(3)
      expect((await cash()) - before).toBe(items.reduce((all, { amount }) => all + Math.round(amount * 100), 0))
      taken++
    }
    expect(taken).toBeGreaterThan(5)
    expect(await cash()).toBe(((await suspense()) ?? 0) + (await appliedCents()))
    expect(await suspense()).toBe(await openCents())
  })

  it('applies a check to the policy in its reference, and leaves other checks unapplied', async () => {
    const policy = await insertPolicy(db)
    const result = await imported(row(1125, `Policy ${policy.policy_no}`), row(40, 'no idea'))
    expect(result).toMatchObject({
      itemCount: 2,
      totalAmount: 1165,
      appliedCount: 1,
      unappliedCount: 1,
      duplicateCount: 0,
    })
    expect(await getDue(policy.policy_id)).toBe(0)
    const items = await getItems(result.importId)
    expect(items.map(({ status, policyNo }: Record<string, unknown>) => [status, policyNo])).toEqual([
      ['applied', policy.policy_no],
      ['open', null],
    ])
    expect(await suspense()).toBe(await openCents())
  })

  it('does not match a policy number that is only the beginning of a longer number', async () => {
    const short = await insertPolicy(db, { columns: { policy_no: 'RFL3999123' } })
    const long = await insertPolicy(db, { columns: { policy_no: 'RFL39991234' } })
    const result = await imported(row(10, 'Policy RFL39991234.'), row(20, 'RFL399912345'))
    expect(result).toMatchObject({ appliedCount: 1, unappliedCount: 1 })
    expect([await getDue(short.policy_id), await getDue(long.policy_id)]).toEqual([112_500, 111_500])
  })

  it('changes nothing when the same file is imported again, even simultaneously', async () => {
    const policy = await insertPolicy(db)
    const rows = [row(500, policy.policy_no), row(12, 'stray')]
    const [first, second] = await Promise.all(
      [importFile(rows), importFile(rows)].map(async (one) => (await one).json()),
    )
    expect([first.payload.duplicateCount, second.payload.duplicateCount].sort()).toEqual([0, 2])
    expect(second.payload.importId).toBe(first.payload.importId)
    expect(await getDue(policy.policy_id)).toBe(112_500 - 50_000)
    // The bank sends the checks again in another file.
    expect(await imported(...rows, row(7, 'new'))).toMatchObject({ itemCount: 3, duplicateCount: 2, unappliedCount: 1 })
    expect(await getDue(policy.policy_id)).toBe(112_500 - 50_000)
    expect(await suspense()).toBe(await openCents())
  })

  it('rejects the whole file if one line is invalid, and rejects requests from agents', async () => {
    const policy = await insertPolicy(db)
    const [before, suspended] = [await openCents(), await suspense()]
    const response = await importFile([row(500, policy.policy_no), { ...row(5, 'x'), depositDate: '2026-11-31' }])
    expect(response.status).toBe(422)
    expect((await response.json()).message).toBe('File: line 5: "2026-11-31" is not a valid date.')
    expect([await openCents(), await suspense()]).toEqual([before, suspended])
    expect(await getDue(policy.policy_id)).toBe(112_500)
    expect((await importFile([row(1, 'x')], agent)).status).toBe(403)
  })

  it.each([
    [{ payer: 'a\0b' }, 'it contains the character NUL (U+0000).'],
    [{ depositDate: '0000-01-01' }, '"0000-01-01" is not a valid date.'],
    [{ depositDate: '2099-01-01' }, 'the deposit of 2099-01-01 is in the future.'],
    [{ checkNo: '000' }, 'the check number must have 1 to 15 digits.'],
  ])('rejects a file with an invalid row: %j', async (change, rule) => {
    const response = await importFile([{ ...row(500, 'x'), ...change }])
    expect([response.status, (await response.json()).message]).toEqual([422, `File: line 2: ${rule}`])
  })

  it.each(['bai', 'csv'])(
    'rejects a BAI2 cash-reporting file sent as %s and explains the difference (LBX-1)',
    async (format) => {
      const text = [
        '01,0004,12345,060321,0829,001,80,1,2/',
        '02,12345,0004,1,060317,,CAD,/',
        '03,10200123456,CAD,040,+000,,,045,+000,,/',
        '16,409,000000000002500,V,060316,,,,RETURNED CHEQUE/',
        '49,+00000000000834000,14/',
        '98,+00000000001280000,2,25/',
        '99,+00000000001280000,1,27/',
      ].join('\n')
      const response = await send(text, finance, format)
      expect([response.status, (await response.json()).message]).toEqual([
        422,
        expect.stringMatching(
          /^File: line 1: this is a BAI2 cash-reporting file .* Upload the fixed-width lockbox file/,
        ),
      ])
    },
  )

  it('rejects a split with a policy that has no balance due, and names the policy', async () => {
    const [due, paid] = [await insertPolicy(db), await insertPolicy(db)]
    await imported(row(1125, `Policy ${paid.policy_no}`))
    const result = await imported(row(300, 'two policies'))
    const [item] = await getItems(result.importId)
    const parts = [
      { policyNo: due.policy_no, amount: 100 },
      { policyNo: paid.policy_no, amount: 200 },
    ]
    const response = await settle({ id: item.id, parts })
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      `Policy ${paid.policy_no} has no balance due.`,
    ])
    expect(await getDue(due.policy_id)).toBe(112_500)
  })

  it('rejects a file with two checks at the same position', async () => {
    const one = row(100, 'x')
    const response = await importFile([one, { ...row(250, 'y'), batchNo: one.batchNo, itemNo: one.itemNo }])
    expect(response.status).toBe(422)
    expect((await response.json()).message).toMatch(
      /^File: line 3: batch 1, item \d+ of lockbox 555010 is already in line 2.$/,
    )
  })

  it('imports a different check at an already imported position and reports the conflict', async () => {
    const policy = await insertPolicy(db)
    const one = row(100, 'x')
    await imported(one)
    const other = { ...one, amountCents: 99_900, reference: policy.policy_no }
    const twin = { ...one, itemNo: '899', reference: policy.policy_no }
    const result = await imported(one, row(7, 'z'))
    expect(result).toMatchObject({ duplicateCount: 1, unappliedCount: 1, flaggedCount: 0 })
    const before = (await suspense()) ?? 0
    const raised = await imported(other)
    expect(raised).toMatchObject({ appliedCount: 0, unappliedCount: 1, flaggedCount: 1, duplicateCount: 0 })
    expect((await getItems(raised.importId))[0]).toMatchObject({
      status: 'open',
      attention: `Check ${one.checkNo} of $100.00 already has the same position. Ask the bank which one is correct.`,
    })
    expect((await imported(twin, row(8, 'z'))).flaggedCount).toBe(1)
    expect(await suspense()).toBe(before + 99_900 + 10_000 + 800)
    expect(await suspense()).toBe(await openCents())
    expect(await getDue(policy.policy_id)).toBe(112_500)
    // When the same check is sent again, it is known.
    expect(await imported({ ...other, checkNo: `00${other.checkNo}` }, row(9, 'z'))).toMatchObject({
      duplicateCount: 1,
    })
  })

  it('leaves a check for two policies unapplied and proposes a split based on balances', async () => {
    const [first, second] = [await insertPolicy(db), await insertPolicy(db)]
    const { importId, flaggedCount } = await imported(row(2000, `${first.policy_no} and ${second.policy_no}`))
    expect(flaggedCount).toBe(1)
    const [item] = await getItems(importId)
    const split = [
      { policyNo: first.policy_no, amount: 1125 },
      { policyNo: second.policy_no, amount: 875 },
    ]
    expect(item).toMatchObject({
      status: 'open',
      attention: 'The reference contains more than one policy number.',
      split,
    })
    const wrong = await settle({ id: item.id, parts: [{ policyNo: first.policy_no, amount: 1125 }] })
    expect([wrong.status, (await wrong.json()).message]).toEqual([
      422,
      'Split amounts: the amounts must add up to the amount of the check.',
    ])
    const twice = split.map((part) => ({ ...part, policyNo: first.policy_no }))
    expect((await settle({ id: item.id, parts: twice })).status).toBe(422)
    const done = await (await settle({ id: item.id, parts: split })).json()
    expect(done.payload).toMatchObject({ status: 'applied', parts: split, split: [], attention: null })
    expect([await getDue(first.policy_id), await getDue(second.policy_id)]).toEqual([0, 25_000])
    await settle({ id: item.id, action: 'reverse' })
    expect([await getDue(first.policy_id), await getDue(second.policy_id)]).toEqual([112_500, 112_500])
    expect(await suspense()).toBe(await openCents())
  })

  it('suggests a policy with a number similar to the reference, but leaves the check unapplied', async () => {
    const policy = await insertPolicy(db)
    const { importId, appliedCount } = await imported(row(1125, `${policy.policy_no}9`))
    expect(appliedCount).toBe(0)
    const [item] = await getItems(importId)
    expect(item.suggestions).toContainEqual(
      expect.objectContaining({
        policyNo: policy.policy_no,
        reason: 'The policy number is similar to the reference, and the amount equals the amount due.',
      }),
    )
  })

  it('suggests a policy with the address in the reference, but leaves the check unapplied', async () => {
    const { policy_no } = await insertPolicy(db, { columns: { addr1: '77 Pelican Sample Ct', city: 'Sanibel' } })
    const { importId } = await imported(row(1125, 'flood ins. 77 Pelican Sample Ct'), row(10, '77 pelican sample'))
    const found = (await getItems(importId))
      .toSorted((one: { amount: number }, other: { amount: number }) => other.amount - one.amount)
      .map((item: { status: string; suggestions: object[] }) => [item.status, item.suggestions[0]])
    expect(found).toEqual([
      [
        'open',
        expect.objectContaining({
          policyNo: policy_no,
          score: 0.75,
          reason: 'The reference is the address of the insured property, and the amount equals the amount due.',
        }),
      ],
      ['open', expect.objectContaining({ policyNo: policy_no, score: 0.45 })],
    ])
    // Wildcards match only themselves, and a number alone is not an address.
    const wild = await imported(row(10, '77 %elican sample'), row(10, '1200'))
    for (const item of await getItems(wild.importId)) expect(item.suggestions).toEqual([])
  })

  it('leaves checks for cancelled policies unapplied, and records excess over a balance as an overpayment', async () => {
    const cancelled = await insertPolicy(db, { columns: { cancelled_at: new Date(), cancel_reason_code: '33' } })
    const paid = await insertPolicy(db)
    const result = await imported(row(100, cancelled.policy_no), row(1200, paid.policy_no))
    expect(result).toMatchObject({ appliedCount: 1, unappliedCount: 1 })
    const overpaid = await db
      .selectFrom('overpayment_items')
      .select('amount_cents')
      .where('policy_id', '=', paid.policy_id)
      .execute()
    expect(overpaid).toEqual([{ amount_cents: 7_500 }])
    const [open] = await getItems(result.importId)
    expect(open.suggestions[0]).toMatchObject({
      policyNo: cancelled.policy_no,
      reason: expect.stringContaining('cancelled'),
    })
  })

  it('lets staff apply a check to a cancelled policy only if the policy has a balance due', async () => {
    const columns = { cancelled_at: new Date(), cancel_reason_code: '33' }
    const owing = await insertPolicy(db, { columns })
    const settled = await insertPolicy(db, { columns, premiumCents: 0, feeCents: 0 })
    const { importId } = await imported(row(100, owing.policy_no), row(200, settled.policy_no))
    const open: { id: string; amount: number }[] = await getItems(importId)
    const idOf = (amount: number) => open.find((item) => item.amount === amount)?.id
    expect((await settle({ id: idOf(100), policyNo: owing.policy_no })).status).toBe(200)
    const rejected = await settle({ id: idOf(200), policyNo: settled.policy_no })
    expect(rejected.status).toBe(409)
    expect((await rejected.json()).message).toBe(`Policy ${settled.policy_no}: The policy is cancelled.`)
  })
})

describe('lockbox check', () => {
  const anOpenItem = async (amount = 300, reference = '') =>
    (await getItems((await imported(row(amount, reference))).importId))[0]

  it('is applied only once if three requests arrive simultaneously [P324]', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem()
    const responses = await Promise.all(
      [1, 2, 3].map(() => settle({ id, policyNo: policy.policy_no, note: 'By phone' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await getDue(policy.policy_id)).toBe(112_500 - 30_000)
    const done = await (await api.call('GET', `/api/admin/lockboxItems/${id}`, { token: finance })).json()
    expect(done).toMatchObject({ status: 'applied', policyNo: policy.policy_no, note: 'By phone', suggestions: [] })
    expect(await suspense()).toBe(await openCents())
  })

  it('is applied above the limit only after two people choose the same policy', async () => {
    const policy = await insertPolicy(db)
    const result = await imported(row(50_000.01, policy.policy_no))
    expect(result).toMatchObject({ appliedCount: 0, flaggedCount: 1 })
    const [{ id }] = await getItems(result.importId)
    const input = { id, policyNo: policy.policy_no }
    const proposed = await (await settle(input)).json()
    expect(proposed.payload).toMatchObject({
      status: 'open',
      proposal: { parts: [{ policyNo: policy.policy_no, amount: 50_000.01 }], isOwn: true },
    })
    const again = await settle(input)
    expect([again.status, (await again.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    // If another person chooses a different policy, this starts a new proposal.
    const elsewhere = await insertPolicy(db)
    await settle({ id, policyNo: elsewhere.policy_no }, colleague)
    expect((await (await settle(input)).json()).payload.status).toBe('open')
    expect(await getDue(policy.policy_id)).toBe(112_500)
    expect((await (await settle(input, colleague)).json()).payload).toMatchObject({ status: 'applied', proposal: null })
    expect(await getDue(policy.policy_id)).toBe(112_500 - 5_000_001)
    // One cent below the limit, no second person is required.
    const { importId } = await imported(row(50_000, 'no idea'))
    const [small] = await getItems(importId)
    expect((await (await settle({ id: small.id, policyNo: elsewhere.policy_no })).json()).payload.status).toBe(
      'applied',
    )
  })

  it('can be reversed and then applied to the correct policy', async () => {
    const [wrong, right] = [await insertPolicy(db), await insertPolicy(db)]
    const { id } = await anOpenItem(1125)
    await settle({ id, policyNo: wrong.policy_no })
    await settle({ id, action: 'reverse' })
    expect(await getDue(wrong.policy_id)).toBe(112_500)
    expect(await suspense()).toBe(await openCents())
    expect((await settle({ id, policyNo: right.policy_no })).status).toBe(200)
    expect([await getDue(wrong.policy_id), await getDue(right.policy_id)]).toEqual([112_500, 0])
    expect(await cash()).toBe(((await openCents()) ?? 0) + (await appliedCents()))
  })

  it('cannot be reversed while its payment is transferred to another policy', async () => {
    const [policy, wrong] = [await insertPolicy(db), await insertPolicy(db)]
    const { id } = await anOpenItem(1125)
    await settle({ id, policyNo: policy.policy_no })
    const { policy_payment_id } = await db
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const move = async (from: string, to: string, policyPaymentId: string) => {
      const path = `/api/v1/payments/${from}/moveto/${to}/1125`
      const response = await api.call('PUT', path, { token: finance, body: { policyPaymentId } })
      expect(response.status).toBe(200)
      return (await response.json()).payload.transferred.policyPaymentId
    }
    const incoming = await move(policy.policy_no, wrong.policy_no, policy_payment_id)
    expect([await getDue(policy.policy_id), await getDue(wrong.policy_id)]).toEqual([112_500, 0])
    expect((await settle({ id, action: 'reverse' })).status).toBe(409)
    await move(wrong.policy_no, policy.policy_no, incoming)
    expect([await getDue(policy.policy_id), await getDue(wrong.policy_id)]).toEqual([0, 112_500])
    expect((await settle({ id, action: 'reverse' })).status).toBe(200)
    expect([await getDue(policy.policy_id), await getDue(wrong.policy_id)]).toEqual([112_500, 112_500])
    expect(await suspense()).toBe(await openCents())
    expect(await cash()).toBe(((await openCents()) ?? 0) + (await appliedCents()))
  })

  it('cannot be reversed after its payment was partly refunded (409)', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem(1200)
    await settle({ id, policyNo: policy.policy_no })
    const { payment_id } = await db
      .selectFrom('payments')
      .select('payment_id')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const refund = { amount: 75, reason: 'Overpaid' }
    await api.call('POST', `/api/v1/billing/payments/${payment_id}/refund`, { token: colleague, body: refund })
    const response = await settle({ id, action: 'reverse' })
    expect([response.status, (await response.json()).errors[0].code]).toEqual([409, 'already_moved'])
  })

  it('is removed from cash when it bounces, whether applied or unapplied', async () => {
    const policy = await insertPolicy(db)
    const [applied, open] = [await anOpenItem(400), await anOpenItem(500)]
    await settle({ id: applied.id, policyNo: policy.policy_no })
    const before = await cash()
    for (const { id } of [applied, open]) {
      expect((await (await settle({ id, action: 'bounce' })).json()).payload.status).toBe('bounced')
      expect((await settle({ id, policyNo: policy.policy_no })).status).toBe(409)
    }
    expect(await cash()).toBe(before - 90_000)
    expect(await getDue(policy.policy_id)).toBe(112_500)
    expect(await suspense()).toBe(await openCents())
  })

  it('can be reversed after it was applied, so that the policy owes the amount again', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem()
    expect((await settle({ id, action: 'reverse' })).status).toBe(409)
    await settle({ id, policyNo: policy.policy_no })
    const reversed = await (await settle({ id, action: 'reverse', note: 'It bounced.' })).json()
    expect(reversed.payload).toMatchObject({ status: 'reversed', policyNo: null })
    expect(await getDue(policy.policy_id)).toBe(112_500)
    expect(await suspense()).toBe(await openCents())
  })

  it('can be returned or marked as bounced, and reopened to correct a mistake', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem()
    const before = await cash()
    // Each return, bounce and reopening posts its own journal entry.
    for (const action of ['return', 'bounce']) {
      expect((await settle({ id, action, note: 'No policy found' })).status).toBe(200)
      expect((await settle({ id, policyNo: policy.policy_no })).status).toBe(409)
      expect(await cash()).toBeLessThan(before)
      const twice = await Promise.all([settle({ id, action: 'reopen' }), settle({ id, action: 'reopen' })])
      expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await cash()).toBe(before)
      expect(await suspense()).toBe(await openCents())
    }
    expect((await settle({ id, policyNo: policy.policy_no })).status).toBe(200)
  })

  it('is moved to the correct policy completely or not at all', async () => {
    const [wrong, right] = [await insertPolicy(db), await insertPolicy(db)]
    const { id } = await anOpenItem(1125)
    const before = await cash()
    expect((await settle({ id, action: 'move', policyNo: right.policy_no })).status).toBe(409)
    await settle({ id, policyNo: wrong.policy_no })
    expect((await settle({ id, action: 'move', policyNo: 'RFL3999999' })).status).toBe(404)
    expect(await getDue(wrong.policy_id)).toBe(0)
    const moved = await Promise.all(
      Array.from({ length: 5 }, () => settle({ id, action: 'move', policyNo: right.policy_no })),
    )
    for (const { status } of moved) expect([200, 409]).toContain(status)
    expect([await getDue(wrong.policy_id), await getDue(right.policy_id)]).toEqual([112_500, 0])
    expect(await cash()).toBe(before)
    expect(await suspense()).toBe(await openCents())
  })

  it('is applied only once if twenty requests arrive simultaneously', async () => {
    const policies = [await insertPolicy(db), await insertPolicy(db)]
    const { id } = await anOpenItem(300)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => settle({ id, policyNo: policies[at % 2]?.policy_no })),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const due = await Promise.all(policies.map(({ policy_id }) => getDue(policy_id)))
    expect(due.toSorted()).toEqual([112_500 - 30_000, 112_500].toSorted())
    expect(await suspense()).toBe(await openCents())
  })

  it('has a history that only staff can read', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem(310)
    await settle({ id, policyNo: policy.policy_no })
    await settle({ id, action: 'reverse', note: 'Another Sample.' })
    await settle({ id, action: 'return' }, colleague)
    const steps = async (of: string, token = finance) => {
      const response = await api.call('GET', `/api/v1/payments/lockbox/items/${of}/steps`, { token })
      return { status: response.status, ...(await response.json()) }
    }
    const { payload } = await steps(id)
    expect(payload.map(({ action, sentence }: { action: string; sentence: string }) => [action, sentence])).toEqual([
      ['return', 'Returned to the sender.'],
      ['reverse', 'Reversed from its policy. Another Sample.'],
      ['apply', `Applied $310.00 to ${policy.policy_no}.`],
      ['import', 'Imported $310.00 from checks.csv.'],
    ])
    expect((await steps('5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01')).status).toBe(404)
    expect((await steps(id, agent)).status).toBe(403)
  })

  it.each([
    ['reversed', ['reverse']],
    ['marked as bounced and reopened', ['bounce', 'reopen']],
  ])('can be returned only by a second person after one person %s it (LBX-8)', async (_, actions) => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem(310)
    await settle({ id, policyNo: policy.policy_no })
    for (const action of actions) expect((await settle({ id, action })).status).toBe(200)
    const before = await cash()
    const own = await settle({ id, action: 'return' })
    expect([own.status, (await own.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    expect(await cash()).toBe(before)
    expect((await settle({ id, action: 'return' }, colleague)).status).toBe(200)
    expect(await cash()).toBe(before - 31_000)
  })

  it('is not applied above the limit or returned by an account that the first person created', async () => {
    const roles = ['financeadmin', 'internal']
    const first = await insertAccount(db, { roles })
    const token = await api.tokenFor({ accountId: first.account_id })
    const created = await insertAccountCreatedBy(db, first.account_id, { roles })
    const own = await api.tokenFor({ accountId: created.account_id })
    const getCode = async (response: Awaited<ReturnType<typeof settle>>) => [
      response.status,
      (await response.json()).errors?.[0]?.code,
    ]
    const policy = await insertPolicy(db)
    const { importId } = await imported(row(60_000, policy.policy_no))
    const [{ id: large }] = await getItems(importId)
    await settle({ id: large, policyNo: policy.policy_no }, token)
    const confirmed = await settle({ id: large, policyNo: policy.policy_no }, own)
    expect(await getCode(confirmed)).toEqual([409, 'requires_second_person'])
    const { id } = await anOpenItem(310)
    await settle({ id, policyNo: policy.policy_no }, token)
    expect((await settle({ id, action: 'reverse' }, token)).status).toBe(200)
    expect(await getCode(await settle({ id, action: 'return' }, own))).toEqual([409, 'requires_second_person'])
    expect((await settle({ id: large, policyNo: policy.policy_no }, colleague)).status).toBe(200)
    expect((await settle({ id, action: 'return' }, colleague)).status).toBe(200)
  })

  it('remains unapplied after a request without an action (400)', async () => {
    const policy = await insertPolicy(db)
    const { id } = await anOpenItem()
    const { status } = await settle({ id, policyNo: policy.policy_no, action: undefined })
    expect(status).toBe(400)
    expect(await suspense()).toBe(await openCents())
  })

  it('cannot be applied to a policy that does not exist', async () => {
    const { id } = await anOpenItem()
    expect((await settle({ id })).status).toBe(422)
    expect((await settle({ id, policyNo: 'RFL3999999' })).status).toBe(404)
  })
})

describe('unapplied lockbox check list', () => {
  const query = async (body: object) =>
    (await (await api.call('POST', '/api/v1/payments/lockbox/unapplied', { token: finance, body })).json()).payload

  it('returns checks that match the search text, with their total and suggested policies [P323]', async () => {
    const name = `Suggested Person${number}`
    const loan = await insertPolicy(db)
    await db
      .insertInto('lienholders')
      .values({ policy_id: loan.policy_id, name1: 'Sample Savings Bank', reference: 'LN-777' })
      .execute()
    const named = await insertPolicy(db, { columns: { insured_name: name } })
    await imported(row(1125, 'LN-777', 'Some Bank 77'), row(1125, '', name))
    const byLoan = await query({ text: 'some bank 77' })
    expect(byLoan).toMatchObject({ resultCount: 1, totalAmount: 1125 })
    expect(byLoan.items[0].suggestions[0]).toMatchObject({ policyNo: loan.policy_no, score: 0.95, totalDue: 1125 })
    const byName = await query({ text: name.toLowerCase() })
    expect(byName.items[0].suggestions).toEqual([
      expect.objectContaining({
        policyNo: named.policy_no,
        score: 0.8,
        reason: 'The payer is the insured, and the amount equals the amount due.',
      }),
    ])
  })

  it('can be filtered by amount and status in the back office', async () => {
    await imported(row(98_765.43, 'big one'))
    const search = new URLSearchParams({ filter: JSON.stringify({ amountFrom: 98_765.43, status: 'open' }) })
    const response = await api.call('GET', `/api/admin/lockboxItems?${search}`, { token: finance })
    expect(await response.json()).toMatchObject([{ reference: 'big one', amount: 98_765.43 }])
  })
})

describe('refund of a lockbox check (REF-12)', () => {
  it('requires a second person if the caller imported the file', async () => {
    const policy = await insertPolicy(db, { columns: { inception_date: '2027-06-01', effective_date: '2027-06-01' } })
    await imported(row(1125, policy.policy_no, 'Uncle Sample'))
    const { payment_id } = await db
      .selectFrom('payments')
      .select('payment_id')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const refund = (token: string) =>
      api.call('POST', `/api/v1/billing/payments/${payment_id}/refund`, {
        token,
        body: { amount: 100, reason: 'Paid twice' },
      })
    const own = await refund(finance)
    expect([own.status, (await own.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    expect((await refund(colleague)).status).toBe(200)
  })
})
