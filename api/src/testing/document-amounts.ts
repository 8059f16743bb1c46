import { sql } from 'kysely'
import { expect } from 'vitest'
import { addDays, dayMs } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { getPdfLines } from '../documents/pdf-lines.ts'
import { formatDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { endCoverage } from '../lifecycle/cancel/end-coverage.ts'
import { createTestApi } from './api.ts'
import { createStaffActor, createTestContext } from './area-app.ts'
import { insertAccount, insertLockboxAddress, insertPayment, insertPolicy, type PolicyOptions } from './builders.ts'
import { createStripeBrowserStub, getAcceptedAmount } from './stripe-app.ts'

type TestApi = Awaited<ReturnType<typeof createTestApi>>

/** The API of the test file that runs, its database, two members of staff and their card form. Set by `startDocumentApi`. */
export let api: TestApi
export let db: TestApi['db']
export let colleague: string
let staff: string
let browser: ReturnType<typeof createStripeBrowserStub>

/**
 * Starts an API with a database of its own and an active delinquency plan. Each test file that imports this module calls it
 * once, because test files share modules.
 */
export async function startDocumentApi(): Promise<void> {
  api = await createTestApi()
  db = api.db
  staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
  colleague = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
  browser = createStripeBrowserStub(api.providers.stripe)
  await insertLockboxAddress(db)
  await db
    .insertInto('delinquency_plans')
    .values({ version: 2, state: 'active', activated_at: new Date(Date.now() - 400 * dayMs) })
    .execute()
}

/** Returns the date a number of days from today at the property. */
export const day = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)

export async function call(method: string, path: string, body?: object, token = staff) {
  const response = await api.call(method, path, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}

export async function done(method: string, path: string, body?: object, token = staff) {
  const response = await call(method, path, body, token)
  expect([response.status, response.body.message]).toEqual([200, response.body.message])
  return response.body
}

/**
 * Creates a policy that started 73 days ago, with its documents. With `lender`, Sample Savings Bank is its lienholder.
 */
export async function aHome({ lender = false, ...options }: PolicyOptions & { lender?: boolean } = {}) {
  const policy = await insertPolicy(db, { ...options, columns: { inception_date: day(-73), ...options.columns } })
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_premium_cents: options.premiumCents ?? 99_451 })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  if (lender)
    await db
      .insertInto('lienholders')
      .values({
        policy_id: policy.policy_id,
        name1: 'Sample Savings Bank',
        addr1: 'PO Box 1',
        addr2: 'Suite 4',
        city: 'Tampa',
        state: 'FL',
        zip: '33601',
        reference: 'LN-1',
      })
      .execute()
  await runInTransaction(createTestContext(db, createStaffActor(), { now: new Date() }), ({ db }) =>
    createPolicyDocuments(db, { now: new Date(), authorName: 'Sam Staff' }, [policy.policy_id]),
  )
  return policy
}

export type Home = Awaited<ReturnType<typeof aHome>>

export const check = ({ policy_id }: Home, amountCents: number, more: object = {}) =>
  insertPayment(db, { policyId: policy_id, amountCents, now: new Date(), checkNo: '0001042', ...more })

export const byLender = { typeId: 1, payeeName: 'Sample Savings Bank' }

/**
 * Posts a check from the policyholder for the full premium to a cancelled policy. No person recorded it, so its refund
 * needs no confirmation (REF-13).
 */
export async function payLate({ policy_id, policy_no, totalCents }: Home) {
  await done('POST', `/api/v1/payments/check/${policy_no}`, {
    ...{ checkNo: '2043', payeeName: 'Marina Sample', memo: 'Premium', createdAt: day(0), amount: totalCents / 100 },
  })
  await db.updateTable('payments').set({ created_by_user_id: null }).where('policy_id', '=', policy_id).execute()
}

export async function payByCard({ policy_no, email }: Home) {
  const { payload } = await done('POST', '/api/v1/payments/createSetupIntent', {
    ...{ firstname: 'Marina', lastName: 'Sample', email, policyNo: policy_no },
  })
  const PaymentMethodId = await browser.setUpCard(payload.data.client_secret)
  const input = { PolicyNo: policy_no, PaymentMethodId }
  const response = await call('POST', '/api/v1/payments/ProcessPayment', input)
  await done('POST', '/api/v1/payments/ProcessPayment', { ...input, ...getAcceptedAmount(response) })
}

interface Application {
  coverages: { code: string; limit: number }[]
  lienholderList: { name: string }[]
  mailingAddress: { addr1: string }
}

export const limitTo = (limit: number) => (application: Application) => {
  for (const coverage of application.coverages) if (coverage.code === 'A') coverage.limit = limit
}

export async function endorse({ policy_no }: Home, change: (application: Application) => void) {
  const created = await done('POST', '/api/v1/policies/createEndorsementUrl', policy_no as never)
  const { endorsementQuoteNumber: QuoteNumber } = created.result ?? created.payload
  const quote = (await call('GET', `/api/v4/agent/quotes/${QuoteNumber}`)).body
  change(quote.application)
  expect((await call('PUT', '/api/v4/agent/quotes', quote)).status).toBe(200)
  await done('PUT', '/api/v2/endorsement/bind', { QuoteNumber })
}

export async function cancel({ policy_no }: Home, ReasonCode: string, EffectiveDate?: string) {
  const about = { PolicyNumber: policy_no, ReasonCode, ...(EffectiveDate && { EffectiveDate }) }
  const input = { ...about, NoteInfo: { Note: 'By phone.' }, SuppressNotification: true }
  await done('POST', '/api/v1/policies/cancelPolicy', input)
  await done('POST', '/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: policy_no }, colleague)
}

/** Policies in different lifecycle states. */
export const lives: Record<string, () => Promise<Home>> = {
  'endorsed to higher coverage and not yet paid': async () => {
    const home = await aHome()
    await check(home, home.totalCents)
    await endorse(home, limitTo(500_000))
    return home
  },
  'paid monthly': async () => {
    const home = await aHome({ monthly: true })
    await check(home, 9_379)
    return home
  },
  'endorsed to lower coverage with a refund': async () => {
    const home = await aHome()
    await check(home, home.totalCents)
    await endorse(home, limitTo(100_000))
    return home
  },
  'cancelled, paid by the insured and the lender': async () => {
    const home = await aHome({ lender: true })
    await check(home, 50_000)
    await check(home, home.totalCents - 50_000, byLender)
    await cancel(home, '33')
    return home
  },
  'cancelled for nonpayment after a partial payment': async () => {
    const home = await aHome()
    await check(home, 20_000)
    await cancel(home, '05')
    return home
  },
  'cancelled as of a future date': async () => {
    const home = await aHome()
    await check(home, home.totalCents)
    await cancel(home, '01', day(25))
    const then = new Date(Date.now() + 26 * dayMs)
    await endCoverage(createTestContext(db, { kind: 'job', name: 'end_cover' }, { now: then }), home.policy_no)
    return home
  },
  'cancelled while the days on risk are unpaid': async () => {
    const home = await aHome()
    await cancel(home, '12')
    return home
  },
  'cancelled within the minimum earned premium': async () => {
    const home = await aHome({ product: 6 })
    await check(home, home.totalCents)
    await endorse(home, limitTo(300_000))
    await cancel(home, '33')
    return home
  },
  'cancelled and reinstated': async () => {
    const home = await aHome({ lender: true })
    await check(home, home.totalCents, byLender)
    await cancel(home, '33')
    await done('POST', `/api/v1/policies/reinstate/${home.policy_no}/false`)
    return home
  },
  'paid by a card, with its fee': async () => {
    const home = await aHome()
    await payByCard(home)
    return home
  },
  'cancelled, paid by a card with its fee': async () => {
    const home = await aHome()
    await payByCard(home)
    await cancel(home, '33')
    return home
  },
  'billed to the lender': async () => {
    const home = await aHome({ lender: true })
    await done('POST', `/api/v1/payments/mortgagee/${home.policy_no}`)
    await check(home, 60_000, byLender)
    return home
  },
}

/**
 * Returns a policy's charges by ledger account, in cents: all charges, only those of the term or only those of its end.
 */
export async function getLedger({ policy_id }: Home, which: 'term' | 'end' | 'all' = 'all') {
  const { rows } = await sql<{ account: string; cents: number }>`
    select s.account_code as account, -sum(s.amount_cents)::bigint as cents
    from postings s join invoices i on i.invoice_id = s.invoice_id
    left join policy_transactions t using (policy_transaction_id)
    where s.policy_id = ${policy_id} and s.account_code <> 'receivable'
      and (${which} = 'all' or (coalesce(t.transaction_type, '') ~ '^(C[0-9]|RI)') = (${which} = 'end'))
    group by 1 having sum(s.amount_cents) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

export const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

/** Returns the labels and amounts (in cents) that are printed in a PDF. */
export async function printedBy(path: string) {
  const response = await api.call('GET', path, { token: staff })
  expect(response.status, path).toBe(200)
  const lines = await getPdfLines(new Uint8Array(await response.arrayBuffer()))
  const rows = lines.flatMap((line): [string, number[]][] => {
    const [, label, amounts] = /^(.*?)((?:\s*-?\$[\d,]+\.\d\d)+)$/.exec(line) ?? []
    const cents = amounts
      ?.match(/-?\$[\d,]+\.\d\d/g)
      ?.map((amount) => Math.round(Number(amount.replace(/[$,]/g, '')) * 100))
    return cents ? [[label?.trim() ?? '', cents]] : []
  })
  return {
    text: lines.join(' '),
    rows,
    column: (at: number) => rows.map(([label, cents]) => [label, cents[at] ?? 0] as const),
  }
}

export const getBalance = ({ policy_id }: Home) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy_id).executeTakeFirstOrThrow()

export const getPayments = ({ policy_id }: Home) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy_id).orderBy('created_at').execute()

/** Returns a policy's declarations pages, oldest first. */
export async function getDeclarations(home: Home) {
  const versions = await db
    .selectFrom('policy_docs as d')
    .innerJoin('policy_doc_versions as v', 'v.policy_doc_id', 'd.policy_doc_id')
    .select('v.policy_doc_ver_id')
    .where('d.policy_id', '=', home.policy_id)
    .where('d.doc_kind', '=', 'decPage')
    .orderBy('v.version')
    .execute()
  return Promise.all(versions.map((version) => printedBy(`/api/v1/documents/pdf?link=${version.policy_doc_ver_id}`)))
}

/** Returns approved refunds by payee. */
export const leaving = async (home: Home) => {
  const payees: Record<string, number> = {}
  for (const { amount_cents, payee_name } of await getPayments(home))
    if (amount_cents < 0) payees[payee_name ?? ''] = (payees[payee_name ?? ''] ?? 0) - amount_cents
  return payees
}

export const toCents = (dollars: number) => Math.round(dollars * 100)

export const dollars = (amount: number) => formatDollars(toCents(amount))

/** Returns the amount due with its label, and the balance, as the policy page shows them. */
export async function getPageDue(home: Home) {
  const { payload } = await done('GET', `/api/v1/policies/${home.policy_no}/getConfirmation`)
  const { currentlyDue, payableAmount, totalDue, dueDate, dueState } = payload
  const date = dueDate ? formatUsDate(dueDate) : ''
  const dated = dueState === 'pastDue' ? `Amount due, past due since ${date}` : `Amount due by ${date}`
  const label = !dueDate ? 'Amount due' : currentlyDue > 0 ? dated : `Next amount due by ${date}`
  return {
    label,
    due: formatDollars(toCents(currentlyDue > 0 ? currentlyDue : payableAmount)),
    balance: formatDollars(toCents(totalDue)),
  }
}

/** Returns the names of the charges that the page lists on the latest invoice, without the kind of transaction. */
async function getPageCharges(home: Home): Promise<string[]> {
  const { payload } = await done('GET', `/api/v1/${home.policy_no}/invoiceDetails`)
  return payload.InvoiceItems.map(({ Description }: { Description: string }) =>
    Description.replace(/^Return of (.)/, (_, first: string) => first.toUpperCase()),
  )
}

/** Returns the values of an email by label. */
export const getFacts = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([^:\n]+): (.+)$/gm)].map(([, label = '', value = '']) => [label, value]))

/** Returns the last email to the policyholder and the agency's email about the same event. */
async function getLastEmails(home: Home) {
  const emails = await db
    .selectFrom('email_messages')
    .select(['template', 'to_email', 'text'])
    .where('policy_id', '=', home.policy_id)
    .orderBy('created_at')
    .orderBy('email_message_id')
    .execute()
  return emails.slice(emails.findLastIndex(({ to_email }) => to_email === home.email))
}

export interface Cancellation {
  state: string
  effectiveDate: string
  reasonName: string
  refundAmount: number
  balanceReduction: number | null
  refundTo: { name: string; amount: number }[]
  onHold: { amount: number; message: string }[]
  balance: number
  processingPayments: { amount: number; submittedOn: string }[]
  insuredMustSign: boolean
  insuredHasSigned: boolean
  agentMustSign: boolean
  agentHasSigned: boolean
  nextStep: string | null
}

/** Returns the last text of an email template that was sent for a policy. */
export async function getEmail({ policy_id }: Home, template: string): Promise<string> {
  await api.runJobs()
  const emails = await db
    .selectFrom('email_messages')
    .select('text')
    .where('policy_id', '=', policy_id)
    .where('template', '=', template)
    .orderBy('created_at')
    .execute()
  return emails.at(-1)?.text ?? `No email ${template}`
}

/**
 * Returns how the balance of a cancelled policy can be paid, with the address that the policy page shows (UI-34), or
 * undefined if the page does not ask for a payment.
 */
async function getPagePayment({ policy_no }: Home): Promise<string | undefined> {
  const { payload: policy } = await done('GET', `/api/v1/policies/${policy_no}/getConfirmation`)
  if (!policy.isCancelled || policy.payableAmount <= 0 || policy.isBilledToLender) return undefined
  const { payload } = await done('GET', `/api/v1/payments/lockbox/${policy_no}`)
  const { lbxName, lbxAddress1, lbxCity, lbxState, lbxZip } = payload
  return `The remaining balance can be paid by check only. Make the check payable to ${lbxName}, write the policy number ${policy_no} on it, and mail it to ${lbxName}, ${lbxAddress1}, ${lbxCity}, ${lbxState} ${lbxZip}.`
}

/** Expects that the text of an email or a letter explains how to pay the balance of a cancelled policy, if it is due. */
function expectPayment(text: string, payment: string | undefined) {
  if (payment) expect(text).toContain(payment)
  else expect(text).not.toContain('by check only')
}

/** Expects that emails and the last letter show the same amounts, names and dates as the policy page (BIL-16). */
export async function expectPage(home: Home) {
  const page = await getPageDue(home)
  const payment = await getPagePayment(home)
  const { payload: cancellation } = await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)
  const refunded = sum(cancellation.refundTo.map(({ amount }: { amount: number }) => toCents(amount)))
  const compared: string[] = []
  for (const { template, text } of await getLastEmails(home)) {
    const facts = getFacts(text)
    if (facts.Balance !== undefined) expect([template, facts.Balance]).toEqual([template, page.balance])
    if (template === 'cancellation' || template === 'agency-cancellation') {
      const { effectiveDate, reasonName } = cancellation
      expect(facts).toMatchObject({ 'Coverage ends': formatUsDate(effectiveDate), Reason: reasonName })
      expect(facts.Refund).toBe(formatDollars(refunded))
      expect(facts[page.label]).toBe(page.due === '$0.00' ? undefined : page.due)
      expectPayment(text, payment)
    } else if (facts.Balance !== undefined) expect(facts).toMatchObject({ [page.label]: page.due })
    compared.push(template)
  }
  const notice = await db
    .selectFrom('notices')
    .select(['notice_id', 'kind'])
    .where('policy_id', '=', home.policy_id)
    .where('recipient', '=', 'insured')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!notice) return compared
  const { kind, notice_id } = notice
  const letter = await printedBy(`/api/v1/policies/${home.policy_no}/notices/${kind}-notice-${notice_id}.pdf`)
  const amounts = new Map(letter.rows.map(([label, cents]) => [label, cents.map(formatDollars)]))
  expect(amounts.get('Balance') ?? amounts.get(`Balance of ${home.policy_no}`)).toEqual([page.balance])
  // Letters about a new term list its total only. Its charges are on the declarations page.
  const listed = ['renewal', 'rewrite'].includes(kind) ? (await getDeclarations(home)).at(-1)?.rows : letter.rows
  const names = new Set(listed?.map(([label]) => label))
  expect((await getPageCharges(home)).filter((name) => !names.has(name))).toEqual([])
  if (kind === 'cancellation') {
    expect(letter.text).toContain(`Coverage ends ${formatUsDate(cancellation.effectiveDate)}`)
    expect(letter.text).toContain(`Reason ${cancellation.reasonName}`)
    expectPayment(letter.text, payment)
  } else expect(amounts.get(page.label)).toEqual([page.due])
  return [...compared, `${kind} letter`]
}
