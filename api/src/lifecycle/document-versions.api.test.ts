import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { formatUsDate } from '../calendar/format-date.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAgency } from '../testing/builders.ts'
import {
  aHome,
  api,
  cancel,
  check,
  day,
  db,
  dollars,
  done,
  endorse,
  expectPage,
  getBalance,
  getDeclarations,
  getEmail,
  getFacts,
  type Home,
  leaving,
  limitTo,
  lives,
  payLate,
  printedBy,
  startDocumentApi,
  toCents,
} from '../testing/document-amounts.ts'
import { renewPolicy } from './renew/renew-policy.ts'

await startDocumentApi()

it('creates a new declarations page for each change and leaves earlier pages unchanged', async () => {
  const [first, second] = [
    await insertAgency(db, { company: 'Harborview Insurance Group' }),
    await insertAgency(db, { company: 'Lakeside Insurance Group' }),
  ]
  const home = await aHome({ lender: true, columns: { agency_id: first.agency_id, agency_no: first.agency_no } })
  await endorse(home, ({ lienholderList }) => Object.assign(lienholderList[0] ?? {}, { name: 'Second Savings Bank' }))
  await done('POST', `/api/v1/policies/${home.policy_no}/endorse`, {
    ...{ endorsementType: 'aor', agentNo: second.agency_no, notes: 'Signed letter received.' },
  })
  await endorse(home, ({ mailingAddress }) => Object.assign(mailingAddress, { addr1: '9 Mail Demo Street' }))
  await done('PUT', `/api/admin/agencies/${second.agency_no}`, {
    ...{ company: 'Lakeside & Sons', status: 'A', addr1: '20 Demo Way', city: 'Tampa', state: 'FL', zip: '33602' },
    ...{ phone: '813-555-0110', email: 'lakeside@example.com' },
  })
  await endorse(home, limitTo(300_000))
  const pages = await getDeclarations(home)
  const on = ({ text }: (typeof pages)[number], words: string[]) => words.filter((one) => text.includes(one))
  const words = [
    'Sample Savings Bank',
    'Second Savings Bank',
    first.company,
    second.company,
    'Lakeside & Sons',
    '9 Mail Demo',
    '$300,000',
  ]
  expect(pages.map((page) => on(page, words))).toEqual([
    ['Sample Savings Bank', first.company],
    ['Second Savings Bank', first.company],
    ['Second Savings Bank', second.company],
    ['Second Savings Bank', second.company, '9 Mail Demo'],
    ['Second Savings Bank', 'Lakeside & Sons', '9 Mail Demo', '$300,000'],
  ])
  const limits = pages.map(({ text }) => text.match(/A Building Property \S+ \$[\d,]+ /g)?.map((limit) => limit.trim()))
  const bound = `A Building Property ${formatUsDate(home.inception_date)} $250,000`
  expect(limits.slice(0, -1)).toEqual(Array(4).fill([bound]))
  expect(limits.at(-1)).toEqual([bound, `A Building Property ${formatUsDate(day(10))} $300,000`])
})

it('sends letters to the mailing address, and does not change them after later transactions', async () => {
  const home = await (lives['cancelled, paid by the insured and the lender'] as () => Promise<Home>)()
  await db
    .updateTable('policy_transactions')
    .set({ mailing_addr1: '9 Mail Demo Street', mailing_city: 'Tampa', mailing_state: 'FL', mailing_zip: '33602' })
    .where('policy_id', '=', home.policy_id)
    .execute()
  const letters = async () =>
    Promise.all(
      (
        await db
          .selectFrom('notices')
          .select(['notice_id', 'kind'])
          .where('policy_id', '=', home.policy_id)
          .orderBy('created_at')
          .orderBy('notice_id')
          .execute()
      ).map(({ notice_id, kind }) =>
        printedBy(`/api/v1/policies/${home.policy_no}/notices/${kind}-notice-${notice_id}.pdf`),
      ),
    )
  const before = await letters()
  await done('POST', `/api/v1/policies/reinstate/${home.policy_no}/false`)
  await check(home, (await getBalance(home)).due_cents)
  await cancel(home, '12')
  const after = await letters()
  expect(after.slice(0, 2)).toEqual(before.map(({ text, rows }) => expect.objectContaining({ text, rows })))
  expect([before.length, after.length]).toEqual([2, 6])
  const mailed = after.map(({ text }) => text.includes('9 Mail Demo Street, Tampa, FL 33602'))
  expect(mailed.filter(Boolean)).toHaveLength(2)
})

/**
 * Returns the kind and text of every email so far, and of every document and letter of the policies that were created
 * since a time. Page URLs are removed.
 */
async function allWritten(since: Date) {
  await api.runJobs()
  const { rows: papers } = await sql<{ kind: string; path: string }>`
    select d.doc_kind as kind, '/api/v1/documents/pdf?link=' || v.policy_doc_ver_id as path
      from policy_doc_versions v join policy_docs d using (policy_doc_id) join policies p using (policy_id)
      where d.doc_kind <> 'upload' and p.created_at >= ${since}
    union all
    select n.kind || ' letter', '/api/v1/policies/' || p.policy_no || '/notices/' || n.kind || '-notice-' || n.notice_id || '.pdf'
      from notices n join policies p using (policy_id) where p.created_at >= ${since}
    union all
    select 'receipt', '/api/v1/payments/receipts/' || p.policy_no || '/' || y.policy_payment_id || '/pdf'
      from payments y join policies p using (policy_id)
      where y.amount_cents > 0 and y.payment_type_id <> 12 and p.created_at >= ${since}`.execute(db)
  // Sends one request at a time because parallel requests would exceed the request timeout.
  const printed: { kind: string; text: string }[] = []
  for (const { kind, path } of papers) printed.push({ kind, text: (await printedBy(path)).text })
  const mails = await db.selectFrom('email_messages').select(['template', 'subject', 'text']).execute()
  return [
    ...printed,
    ...mails.map(({ template, subject, text }) => ({ kind: `mail ${template}`, text: `${subject} ${text}` })),
  ].map(({ kind, text }) => ({ kind, text: text.replaceAll(/https?:\/\/\S+/g, '') }))
}

it('uses no ISO date format in documents, letters, receipts and emails', async () => {
  const since = new Date()
  for (const state of ['CA', 'KY', 'MA']) {
    await aHome({ columns: { state } })
  }
  for (const [reason, date] of [
    ['01', day(-10)],
    ['01', day(10)],
  ] as const) {
    const home = await aHome()
    const input = { PolicyNumber: home.policy_no, ReasonCode: reason, EffectiveDate: date, NoteInfo: { Note: 'Sold.' } }
    await done('POST', '/api/v1/policies/cancelPolicy', input)
  }
  const moved = await aHome({ columns: { inception_date: day(25) } })
  await done('POST', `/api/v1/policies/cancelRewrite/${moved.policy_no}`, { inceptionDate: day(40) })
  const earthquake = await aHome({ product: 4 })
  await done('POST', '/api/v1/policies/nonRenew', { PolicyNo: earthquake.policy_no, Note: 'Sold.', reasonCode: '99' })
  const held = await aHome()
  await check(held, held.totalCents)
  await cancel(held, '22')
  const [review] = (await done('GET', `/api/v1/policies/${held.policy_no}/reviews`)).payload
  const decision = { decision: 'refundPayer', note: 'There is no new policy.' }
  await done('POST', `/api/v1/policies/${held.policy_no}/reviews/${review.reviewId}`, decision)
  for (const life of [
    'endorsed to higher coverage and not yet paid',
    'cancelled and reinstated',
    'paid by a card, with its fee',
  ])
    await (lives[life] as () => Promise<Home>)()
  const written = await allWritten(since)
  expect(new Set(written.map(({ kind }) => kind))).toEqual(
    new Set([
      ...[
        'application',
        'diligentEffort',
        'policy',
        'decPage',
        'cad1',
        'slNotice',
        'br7',
        'cancellationRequest',
        'receipt',
      ],
      ...['cancellation letter', 'nonRenewal letter', 'reinstatement letter', 'rewrite letter'],
      ...[
        'agency-agent-of-record',
        'agency-cancellation',
        'agency-endorsement',
        'agency-non-renewal',
        'agency-policy-rewritten',
        'agency-reinstatement',
        'agent-of-record',
        'cancellation',
        'cancellation-request',
        'endorsement',
        'non-renewal',
        'policy-rewritten',
      ].map((template) => `mail ${template}`),
      ...['receipt', 'refund-decided', 'reinstatement'].map((template) => `mail ${template}`),
    ]),
  )
  expect(written.filter(({ text }) => /\d{4}-\d{2}-\d{2}/.test(text))).toEqual([])
})

it('shows the amounts and dates of the policy page in renewal and rewrite emails and letters [BIL-16]', async () => {
  const [expiring, moved] = [
    await aHome({ columns: { inception_date: day(-340) } }),
    await aHome({ columns: { inception_date: day(25) } }),
  ]
  await check(expiring, expiring.totalCents)
  await renewPolicy(createTestContext(db, { kind: 'job', name: 'renewal' }, { now: new Date() }), expiring.policy_no)
  await check(moved, 40_000)
  await done('POST', `/api/v1/policies/cancelRewrite/${moved.policy_no}`, { inceptionDate: day(40) })
  await api.runJobs()
  const compared = []
  for (const { policy_id } of [expiring, moved]) {
    const next = await db
      .selectFrom('policies as old')
      .innerJoin('policies as p', 'p.policy_id', 'old.next_policy_id')
      .selectAll('p')
      .where('old.policy_id', '=', policy_id)
      .executeTakeFirstOrThrow()
    compared.push(await expectPage({ ...expiring, ...next }))
  }
  expect(compared).toEqual([
    ['renewal', 'agency-renewal', 'renewal letter'],
    ['policy-rewritten', 'agency-policy-rewritten', 'rewrite letter'],
  ])
})

it('shows the amounts and dates of the policy page in emails, letters and documents about a late payment [BIL-16, DEL-26]', async () => {
  const home = await aHome({ lender: true })
  await cancel(home, '05')
  const path = `/api/v1/policies/${home.policy_no}`
  await payLate(home)
  const { reinstatementOffer: offer } = (await done('GET', `${path}/getConfirmation`)).payload
  // 73 of 365 days of $994.51 are $198.90. The taxes on it (4.94% and 0.06%) are $9.83 and $0.12.
  expect(offer).toMatchObject({ amountReceived: 1125, amountNeeded: 1125, amountNeededWithLapse: 916.15 })
  for (const template of ['reinstatement-offer', 'agency-reinstatement-offer'])
    expect(getFacts(await getEmail(home, template))).toMatchObject({
      'Coverage ended': formatUsDate(offer.coverageEndedOn),
      'Payment received': dollars(offer.amountReceived),
      'Needed to reinstate': dollars(offer.amountNeeded),
      'Reinstatement possible until': formatUsDate(offer.expiresOn),
    })
  const statement = { policy_id: home.policy_id, doc_type_id: 22, doc_kind: 'upload' as const, doc_name: 'Statement' }
  const { policy_doc_id } = await db
    .insertInto('policy_docs')
    .values(statement)
    .returning('policy_doc_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('policy_doc_versions')
    .values({
      ...{ policy_doc_id, version: 1, file_name: 'statement.pdf', content_type: 'application/pdf', is_upload: true },
      ...{ friendly_name: 'Statement', stage: 'uploaded', sha256: 'b'.repeat(64), created_by_user_name: 'Sam Staff' },
    })
    .execute()
  await done('POST', `${path}/reinstatement-offer/accept`, { reason: 'Late in the mail.', withLapse: true })
  await api.runJobs()
  expect(await expectPage(home)).toEqual(['reinstatement', 'agency-reinstatement', 'reinstatement letter'])
  const { lapses, totalPremium } = (await done('GET', `${path}/getConfirmation`)).payload
  const [from, to] = [formatUsDate(lapses[0].from), formatUsDate(lapses[0].to)]
  const words = `losses from ${from} until 12:01 a.m. on ${to} are not covered`
  for (const template of ['reinstatement', 'agency-reinstatement'])
    expect(await getEmail(home, template)).toContain(`${words}. The premium for these days is not charged.`)
  const notices = await db
    .selectFrom('notices')
    .select('notice_id')
    .where('policy_id', '=', home.policy_id)
    .where('kind', '=', 'reinstatement')
    .execute()
  expect(notices).toHaveLength(2)
  for (const { notice_id } of notices)
    expect((await printedBy(`${path}/notices/reinstatement-notice-${notice_id}.pdf`)).text).toContain(words)
  const declarations = (await getDeclarations(home)).at(-1)
  expect(declarations?.rows).toContainEqual(['Total premium', [toCents(totalPremium)]])
  expect(declarations?.text).toContain(`A Building Property ${to} $250,000`)
  expect(await leaving(home)).toEqual({ 'Marina Sample': home.totalCents - toCents(totalPremium) })
})
