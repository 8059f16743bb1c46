import type { LetterKind } from '@tideline/sdk/types'
import { PaymentType } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, dayMs } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { type ActivePlan, processDelinquency } from '../delinquency/process-policy.ts'
import { readActivePlans } from '../delinquency/run-delinquency.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { getPdfLines } from '../documents/pdf-lines.ts'
import { createConflictError } from '../http/api-error.ts'
import { formatDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../ledger/lock-policies.ts'
import { failPayment } from '../ledger/payments.ts'
import { chargeAutoPay } from '../payments/auto-pay/charge-policy.ts'
import { consentTerms } from '../payments/auto-pay/consent-terms.ts'
import { recordChargeOutcome } from '../payments/charge/record-charge-outcome.ts'
import { getPaymentListeners } from '../payments/events.ts'
import { sendAuthorizationReleasedEmail, sendPaymentProcessingEmail } from '../payments/payment-emails.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId } from '../providers/mail/templates/catalog.ts'
import { renderEmail } from '../providers/mail/templates/index.ts'
import { getTransactionTaxes, type TaxColumn, taxColumns } from '../taxes/taxes.ts'
import { createTestApi } from '../testing/api.ts'
import { createStaffActor, createTestContext } from '../testing/area-app.ts'
import {
  insertAccount,
  insertAgency,
  insertAutoPay,
  insertPayment,
  insertPolicy,
  type PolicyOptions,
} from '../testing/builders.ts'
import { createStripeBrowserStub, getAcceptedAmount } from '../testing/stripe-app.ts'
import { endCoverage } from './cancel/end-coverage.ts'
import { expireTerm } from './renew/expire-term.ts'
import { renewPolicy } from './renew/renew-policy.ts'

const api = await createTestApi()
const { db } = api
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
const colleague = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
const browser = createStripeBrowserStub(api.providers.stripe)
const day = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)

async function call(method: string, path: string, body?: object, token = staff) {
  const response = await api.call(method, path, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
async function done(method: string, path: string, body?: object, token = staff) {
  const response = await call(method, path, body, token)
  expect([response.status, response.body.message]).toEqual([200, response.body.message])
  return response.body
}

/**
 * Creates a policy that started 73 days ago, with its documents. With `lender`, Sample Savings Bank is its lienholder.
 */
async function aHome({ lender = false, ...options }: PolicyOptions & { lender?: boolean } = {}) {
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
type Home = Awaited<ReturnType<typeof aHome>>

const check = ({ policy_id }: Home, amountCents: number, more: object = {}) =>
  insertPayment(db, { policyId: policy_id, amountCents, now: new Date(), checkNo: '0001042', ...more })
const byLender = { typeId: 1, payeeName: 'Sample Savings Bank' }

/**
 * Posts a check from the policyholder for the full premium to a cancelled policy. No person recorded it, so its refund
 * needs no confirmation (REF-13).
 */
async function payLate({ policy_id, policy_no, totalCents }: Home) {
  await done('POST', `/api/v1/payments/check/${policy_no}`, {
    ...{ checkNo: '2043', payeeName: 'Marina Sample', memo: 'Premium', createdAt: day(0), amount: totalCents / 100 },
  })
  await db.updateTable('payments').set({ created_by_user_id: null }).where('policy_id', '=', policy_id).execute()
}

async function payByCard({ policy_no, email }: Home) {
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
const limitTo = (limit: number) => (application: Application) => {
  for (const coverage of application.coverages) if (coverage.code === 'A') coverage.limit = limit
}

async function endorse({ policy_no }: Home, change: (application: Application) => void) {
  const created = await done('POST', '/api/v1/policies/createEndorsementUrl', policy_no as never)
  const { endorsementQuoteNumber: QuoteNumber } = created.result ?? created.payload
  const quote = (await call('GET', `/api/v4/agent/quotes/${QuoteNumber}`)).body
  change(quote.application)
  expect((await call('PUT', '/api/v4/agent/quotes', quote)).status).toBe(200)
  await done('PUT', '/api/v2/endorsement/bind', { QuoteNumber })
}

async function cancel({ policy_no }: Home, ReasonCode: string, EffectiveDate?: string) {
  const about = { PolicyNumber: policy_no, ReasonCode, ...(EffectiveDate && { EffectiveDate }) }
  const input = { ...about, NoteInfo: { Note: 'By phone.' }, SuppressNotification: true }
  await done('POST', '/api/v1/policies/cancelPolicy', input)
  await done('POST', '/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: policy_no }, colleague)
}

/** Policies in different lifecycle states. */
const lives: Record<string, () => Promise<Home>> = {
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
async function getLedger({ policy_id }: Home, which: 'term' | 'end' | 'all' = 'all') {
  const { rows } = await sql<{ account: string; cents: number }>`
    select s.account_code as account, -sum(s.amount_cents)::bigint as cents
    from postings s join invoices i on i.invoice_id = s.invoice_id
    left join policy_transactions t using (policy_transaction_id)
    where s.policy_id = ${policy_id} and s.account_code <> 'receivable'
      and (${which} = 'all' or (coalesce(t.transaction_type, '') ~ '^(C[0-9]|RI)') = (${which} = 'end'))
    group by 1 having sum(s.amount_cents) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

const accounts: Record<string, string> = {
  Premium: 'premium_written',
  'Policy fee': 'policy_fee',
  'Emergency fund surcharge': 'tax_emergency_fund',
  'Stamping fee': 'tax_stamping',
  'Stamping fee on the policy fee': 'tax_stamping',
  'Surplus lines tax': 'tax_surplus_lines',
  'Surplus lines tax on the policy fee': 'tax_surplus_lines',
}
/** Sums printed charges by the ledger account to which they are posted. */
function byAccount(rows: readonly (readonly [label: string, cents: number])[]) {
  const sums: Record<string, number> = {}
  for (const [label, cents] of rows) {
    const account = accounts[label]
    if (account && cents !== 0) sums[account] = (sums[account] ?? 0) + cents
  }
  return sums
}

/** Returns the labels and amounts (in cents) that are printed in a PDF. */
async function printedBy(path: string) {
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

const getBalance = ({ policy_id }: Home) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy_id).executeTakeFirstOrThrow()
const getPayments = ({ policy_id }: Home) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy_id).orderBy('created_at').execute()
const without0 = (amounts: Record<string, number>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, cents]) => cents !== 0))

/** Returns a policy's declarations pages, oldest first. */
async function getDeclarations(home: Home) {
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

async function expectDeclarations(home: Home) {
  const page = (await getDeclarations(home)).at(-1) as Awaited<ReturnType<typeof printedBy>>
  const term = await getLedger(home, 'term')
  const { rows } = page
  expect(byAccount(page.column(0))).toEqual(term)
  expect(rows.find(([label]) => label === 'Total premium')?.[1]).toEqual([sum(Object.values(term))])
}

/** Expects that the amounts of all transactions match the ledger accounts. State filings sum these amounts. */
async function expectFilings(home: Home) {
  const transactions = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_id', '=', home.policy_id)
    .execute()
  const amounts = transactions.flatMap((row): [string, number][] => [
    ['premium_written', row.tnx_gross_premium_cents],
    ['policy_fee', row.tnx_policy_fee_cents],
    ...Object.entries(getTransactionTaxes(row)).map(([column, cents]): [string, number] => [
      taxColumns[column as TaxColumn],
      cents,
    ]),
  ])
  const sums: Record<string, number> = {}
  for (const [account, cents] of amounts) sums[account] = (sums[account] ?? 0) + cents
  expect(without0(sums)).toEqual(await getLedger(home))
}

async function expectInvoices(home: Home) {
  const { payload } = await done('GET', `/api/v1/policies/${home.policy_no}/getConfirmation`)
  const cents = (dollars: number) => Math.round(dollars * 100)
  const total = (key: string) =>
    sum(payload.invoices.invoices.map((invoice: Record<string, number>) => cents(invoice[key] ?? 0)))
  const { invoiced_cents, due_cents } = await getBalance(home)
  expect([total('totalPremium'), sum(Object.values(await getLedger(home)))]).toEqual([invoiced_cents, invoiced_cents])
  expect([total('amountDue'), cents(payload.totalDue)]).toEqual([Math.max(0, due_cents), Math.max(0, due_cents)])
  const { rows: open } = await sql<{ cents: number }>`select
      (select coalesce(sum(o.amount_cents), 0) from obligations o where o.invoice_id = i.invoice_id)::bigint
      - greatest(0, i.total_premium_cents) as cents from invoices i where i.policy_id = ${home.policy_id}`.execute(db)
  expect(open.every(({ cents }) => cents === 0)).toBe(true)
  const { payload: latest } = await done('GET', `/api/v1/${home.policy_no}/invoiceDetails`)
  const { rows } = await sql<{ cents: number }>`select -sum(amount_cents)::bigint as cents from postings
    where invoice_id = ${latest.Invoice.InvoiceId} and account_code <> 'receivable'`.execute(db)
  const items = latest.InvoiceItems.map((item: { Amount: number }) => cents(item.Amount))
  expect([sum(items), cents(latest.Amount)]).toEqual([rows[0]?.cents, rows[0]?.cents])
}

async function expectReceipts(home: Home) {
  for (const payment of await getPayments(home)) {
    if (payment.amount_cents < 0) continue
    const { rows: booked } = await sql<{ account: string; cents: number }>`
      select account_code as account, -sum(amount_cents)::bigint as cents from postings
      where policy_payment_id = ${payment.policy_payment_id} and account_code in ('receivable', 'card_fee') group by 1`.execute(
      db,
    )
    const of = (account: string) => booked.find((row) => row.account === account)?.cents ?? 0
    const path = `/api/v1/payments/receipts/${home.policy_no}/${payment.policy_payment_id}`
    const { payload: shown } = await done('GET', path)
    const { rows, text } = await printedBy(`${path}/pdf`)
    expect(text).not.toContain('ACH')
    expect(rows).toEqual([
      [`Payment applied to policy ${home.policy_no}`, [of('receivable')]],
      ...(of('card_fee') > 0 ? [['Card fee', [of('card_fee')]]] : []),
      ['Total paid', [of('receivable') + of('card_fee')]],
      ['Balance due after this payment', [Math.round(shown.balanceAfter * 100)]],
    ])
  }
}

/** Returns approved refunds by payee. */
const leaving = async (home: Home) => {
  const payees: Record<string, number> = {}
  for (const { amount_cents, payee_name } of await getPayments(home))
    if (amount_cents < 0) payees[payee_name ?? ''] = (payees[payee_name ?? ''] ?? 0) - amount_cents
  return payees
}

async function expectLetters(home: Home) {
  const notices = await db
    .selectFrom('notices')
    .select(['notice_id', 'kind', 'recipient'])
    .where('policy_id', '=', home.policy_id)
    .orderBy('created_at')
    .execute()
  const payees = await leaving(home)
  const { due_cents } = await getBalance(home)
  const isOver = !notices.some(({ kind }) => kind === 'reinstatement')
  for (const { notice_id, kind, recipient } of notices) {
    const letter = await printedBy(`/api/v1/policies/${home.policy_no}/notices/${kind}-notice-${notice_id}.pdf`)
    const row = (label: string) => letter.rows.find(([name]) => name === label)?.[1]
    if (recipient === 'lienholder') {
      expect(letter.text).not.toContain('Your account')
      const own = payees['Sample Savings Bank']
      if (own && kind === 'cancellation') expect(letter.text).toContain(`Refund to you: ${formatDollars(own)}.`)
    } else if (kind === 'reinstatement') {
      const again = letter.rows.map(([label, cents]) => [label.replace(/^Reinstated: /, ''), cents[0] ?? 0] as const)
      const returned = Object.values(payees)[0] ?? 0
      expect(row('Total')).toEqual([returned])
      expect(
        sum(
          again
            .filter(([label]) => !/^(Total|Amount due|Balance|Credit on hold)/.test(label))
            .map(([, cents]) => cents),
        ),
      ).toBe(returned)
      expect(row('Balance')).toEqual([due_cents])
    } else {
      const [charged, end] = [await getLedger(home, 'term'), isOver ? await getLedger(home, 'end') : {}]
      expect(byAccount(letter.column(0))).toEqual(charged)
      const later = row('Refunded when coverage ends')
      expect(later ?? row('Refund')).toEqual([sum(Object.values(payees))])
      if (!later)
        for (const [name, cents] of Object.entries(payees))
          expect(letter.text).toContain(`${formatDollars(cents)} to ${name}`)
      if (!isOver) continue
      const returned = Object.fromEntries(Object.entries(end).map(([account, cents]) => [account, -cents]))
      expect(without0(byAccount(letter.column(2)))).toEqual(returned)
      expect(byAccount(letter.column(1))).toEqual(await getLedger(home))
      expect(row('Balance')).toEqual([Math.max(0, due_cents)])
      const [paid = 0] = row('Paid') ?? []
      expect(paid - sum(Object.values(await getLedger(home)))).toBe(sum(Object.values(payees)) - Math.max(0, due_cents))
    }
  }
  return notices.length
}

async function expectMails(home: Home) {
  await api.runJobs()
  const mails = await db
    .selectFrom('email_messages')
    .select(['template', 'text'])
    .where('policy_id', '=', home.policy_id)
    .where('to_email', '=', home.email)
    .orderBy('created_at')
    .orderBy('email_message_id')
    .execute()
  const { due_cents } = await getBalance(home)
  const [payees, payments] = [await leaving(home), await getPayments(home)]
  for (const { template, text } of mails) {
    if (template === 'cancellation') {
      expect(text).toContain(`Refund: ${formatDollars(sum(Object.values(payees)))}`)
      expect(text.includes('Card fees are nonrefundable.')).toBe(payments.some(({ fee_cents }) => fee_cents > 0))
    }
    if (template === 'endorsement')
      expect(text).toContain(`Total premium: ${formatDollars(sum(Object.values(await getLedger(home, 'term'))))}`)
    if (template === 'receipt')
      for (const payment of payments.filter(({ amount_cents }) => amount_cents > 0))
        expect(text).toContain(formatDollars(payment.amount_cents + payment.fee_cents))
  }
  const end = mails.findLast(({ template }) => template === 'cancellation' || template === 'endorsement')
  if (end)
    for (const [name, cents] of Object.entries(payees)) expect(end.text).toContain(`${formatDollars(cents)} to ${name}`)
  const lastMail = mails.at(-1)
  if (lastMail && due_cents > 0) expect(lastMail.text).toContain(formatDollars(due_cents))
  return mails.map(({ template }) => template)
}

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the amount due with its label, and the balance, as the policy page shows them. */
async function getPageDue(home: Home) {
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
const getFacts = (text: string) =>
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

/** Expects that emails and the last letter show the same amounts, names and dates as the policy page (BIL-16). */
async function expectPage(home: Home) {
  const page = await getPageDue(home)
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
  } else expect(amounts.get(page.label)).toEqual([page.due])
  return [...compared, `${kind} letter`]
}

/** Expected number of letters, and expected emails, for each state. */
const expectedMessages: Record<string, [letters: number, mails: string[]]> = {
  'endorsed to higher coverage and not yet paid': [0, ['endorsement']],
  'paid monthly': [0, []],
  'endorsed to lower coverage with a refund': [0, ['endorsement']],
  'cancelled, paid by the insured and the lender': [2, ['cancellation']],
  'cancelled for nonpayment after a partial payment': [1, ['cancellation']],
  'cancelled as of a future date': [1, ['cancellation', 'cancellation']],
  'cancelled while the days on risk are unpaid': [1, ['cancellation']],
  'cancelled within the minimum earned premium': [1, ['endorsement', 'cancellation']],
  'cancelled and reinstated': [4, ['cancellation', 'reinstatement']],
  'paid by a card, with its fee': [0, ['receipt']],
  'cancelled, paid by a card with its fee': [1, ['receipt', 'cancellation']],
  'billed to the lender': [0, []],
}

it.each(Object.keys(lives))(
  'shows the same amounts as the ledger in all documents, letters and emails of a policy %s [DOC-8]',
  async (name) => {
    const home = await (lives[name] as () => Promise<Home>)()
    await expectDeclarations(home)
    await expectFilings(home)
    await expectInvoices(home)
    await expectReceipts(home)
    expect([await expectLetters(home), await expectMails(home)]).toEqual(expectedMessages[name])
    expect((await expectPage(home)).length > 0).toBe((expectedMessages[name]?.[1].length ?? 0) > 0)
  },
)

interface Cancellation {
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

/** Cancellations of a policy: the payments before the request, the reason, and the parts that each one shows. */
const cancellations: Record<
  string,
  { pay?: (home: Home) => Promise<unknown>; lender?: boolean; reason: string; date?: string; isFinal?: false }
> = {
  'with a refund to the policyholder': { pay: (home) => check(home, home.totalCents), reason: '33' },
  'with a refund to the lender': { pay: (home) => check(home, home.totalCents, byLender), lender: true, reason: '33' },
  'with refunds to the policyholder and the lender': {
    pay: async (home) => {
      await check(home, 50_000)
      await check(home, home.totalCents - 50_000, byLender)
    },
    ...{ lender: true, reason: '33' },
  },
  'with a balance due': { reason: '12' },
  'for nonpayment with nothing due': { pay: (home) => check(home, 20_000), reason: '05' },
  'with a payment that is processing': {
    pay: (home) => check(home, home.totalCents, { typeId: 2, status: 'processing', checkNo: null }),
    reason: '12',
  },
  'of an overpaid policy': {
    pay: async (home) => {
      await check(home, home.totalCents, byLender)
      await check(home, 10_000)
    },
    ...{ lender: true, reason: '33' },
  },
  'with a refund on hold for a new policy': { pay: (home) => check(home, home.totalCents), reason: '22' },
  'that is accepted for a later date': { pay: (home) => check(home, home.totalCents), reason: '01', date: day(25) },
  'that waits for signatures': { pay: (home) => check(home, home.totalCents), reason: '33', isFinal: false },
}

const getAmounts = ({ effectiveDate, refundAmount, refundTo, onHold, balance, processingPayments }: Cancellation) => ({
  ...{ effectiveDate, refundAmount, refundTo, onHold, balance, processingPayments },
})
const dollars = (amount: number) => formatDollars(toCents(amount))

/** Returns the last text of an email template that was sent for a policy. */
async function getEmail({ policy_id }: Home, template: string): Promise<string> {
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

/** Expects that a text names each payee with the amount, amounts on hold, the balance and processing payments. */
function expectAmounts(text: string, { refundTo, onHold, balance, processingPayments }: Cancellation) {
  for (const { name, amount } of refundTo) expect(text).toContain(`${dollars(amount)} to ${name}`)
  for (const { message } of onHold) expect(text).toContain(message)
  if (balance > 0) expect(text).toContain(`${dollars(balance)} `)
  for (const { amount, submittedOn } of processingPayments)
    expect(text).toContain(
      `A payment of ${dollars(amount)} submitted on ${formatUsDate(submittedOn)} is still processing`,
    )
}

it.each(Object.keys(cancellations))(
  'describes a cancellation %s in the same way before and after the request, in emails and in letters [BIL-16] [CAN-21]',
  async (name) => {
    const { pay, lender = false, reason, date, isFinal = true } = cancellations[name] as (typeof cancellations)[string]
    const home = await aHome({ lender })
    await pay?.(home)
    const path = `/api/v1/policies/${home.policy_no}`
    const query = new URLSearchParams({ reasonCode: reason, ...(date && { effectiveDate: date }) })
    const preview: Cancellation = (await done('GET', `${path}/cancellationPreview?${query}`)).payload
    const about = { PolicyNumber: home.policy_no, ReasonCode: reason, ...(date && { EffectiveDate: date }) }
    await done('POST', '/api/v1/policies/cancelPolicy', { ...about, NoteInfo: { Note: 'By phone.' } })
    const pending: Cancellation = (await done('GET', `${path}/cancellation`)).payload
    expect(getAmounts(pending)).toEqual(getAmounts(preview))
    const refunded = formatDollars(sum(pending.refundTo.map(({ amount }) => toCents(amount))))
    if (pending.insuredMustSign) {
      const text = await getEmail(home, 'cancellation-request')
      expect(getFacts(text)).toMatchObject({
        ...{ 'Effective date': formatUsDate(pending.effectiveDate), Reason: pending.reasonName, Refund: refunded },
        'Balance reduced by': dollars(pending.balanceReduction ?? 0),
      })
      expectAmounts(text, pending)
      expect(text).toContain('Your agent also signs this request.')
      expect([pending.nextStep, pending.agentMustSign, pending.agentHasSigned]).toEqual([
        'insuredSignature',
        true,
        false,
      ])
    }
    if (!isFinal) return
    await done('POST', '/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: home.policy_no }, colleague)
    const final: Cancellation = (await done('GET', `${path}/cancellation`)).payload
    expect(getAmounts(final)).toEqual(getAmounts(pending))
    expect(final.nextStep).toBe(date ? 'effectiveDate' : null)
    for (const template of ['cancellation', 'agency-cancellation']) {
      const text = await getEmail(home, template)
      expect(getFacts(text)).toMatchObject({
        ...{ 'Coverage ends': formatUsDate(final.effectiveDate), Reason: final.reasonName, Refund: refunded },
        Balance: dollars(final.balance),
      })
      // Emails to agencies do not address the policyholder (EML-1).
      const onHold = final.onHold.map((held) => ({ ...held, message: held.message.replace('your new', 'the new') }))
      expectAmounts(text, template === 'cancellation' ? final : { ...final, onHold })
    }
    const notices = await db
      .selectFrom('notices')
      .select(['notice_id', 'recipient', 'recipient_name'])
      .where('policy_id', '=', home.policy_id)
      .execute()
    expect(notices).toHaveLength(lender ? 2 : 1)
    for (const { notice_id, recipient, recipient_name } of notices) {
      const letter = await printedBy(`${path}/notices/cancellation-notice-${notice_id}.pdf`)
      expect(letter.text).toContain(`Coverage ends ${formatUsDate(final.effectiveDate)}`)
      expect(letter.text).toContain(`Reason ${final.reasonName}`)
      const own = final.refundTo.find((payee) => payee.name === recipient_name)
      if (recipient === 'lienholder') {
        expect(letter.text).toContain(`Refund to you: ${dollars(own?.amount ?? Number.NaN)}.`)
        continue
      }
      expectAmounts(letter.text, final)
      const rows = new Map(letter.rows.map(([label, cents]) => [label, cents.map(formatDollars).at(-1)]))
      expect([rows.get(date ? 'Refunded when coverage ends' : 'Refund'), rows.get('Balance')]).toEqual([
        refunded,
        dollars(final.balance),
      ])
    }
  },
)

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

await db
  .insertInto('delinquency_plans')
  .values({ version: 2, state: 'active', activated_at: new Date(Date.now() - 400 * dayMs) })
  .execute()

/** A value that an event's emails and documents show: the label in the email, and the value as the page shows it. */
type Facts = Record<string, string>

interface EmailedEvent {
  /** Templates of the emails that name amounts or dates. */
  templates: EmailTemplateId[]
  /** Causes the event. Emails of earlier events of the policy are ignored. */
  happen: () => Promise<{ home: Home; event: () => Promise<unknown> }>
  /** Values of the policy page and the ledger after the event, by label. Labels that start with a space are in sentences. */
  getFacts: (home: Home) => Promise<Facts>
  /** Returns the policy that the emails are about if the event creates it, such as a renewal. */
  findNext?: (home: Home) => Promise<Home>
  /** Returns the text of each letter, receipt or declarations page about the event. */
  getDocuments?: (home: Home) => Promise<string[]>
  /** Labels of the values that the documents show. By default, they show all. */
  documentLabels?: readonly string[]
  /** Kind of the letter that a policyholder without an email address gets instead (DEL-29). */
  letter?: LetterKind
}

const asJob = (now = new Date()) =>
  createTestContext(db, { kind: 'job', name: 'test' }, { now, providers: api.providers })
const daysAgo = (count: number) => new Date(Date.now() - count * dayMs)
const getConfirmation = async (home: Home) =>
  (await done('GET', `/api/v1/policies/${home.policy_no}/getConfirmation`)).payload

/** Takes the delinquency steps of a policy that are due at a time. */
async function takeSteps({ policy_id }: Home, now = new Date()) {
  const ctx = asJob(now)
  await processDelinquency(ctx, [policy_id], (await readActivePlans(ctx))[0] as ActivePlan, 100)
}

/** Creates an unpaid policy whose premium was or will be due on a date. */
const aDueHome = (due: number, options: Parameters<typeof aHome>[0] = {}) =>
  aHome({ ...options, columns: { inception_date: day(due), ...options.columns } })

const byBank = { typeId: PaymentType.ach, status: 'processing', checkNo: null } as const

/** The amount that is due and its date, as the policy page shows them. */
async function getAmountDueFacts(home: Home): Promise<Facts> {
  const { payableAmount, dueDate } = await getConfirmation(home)
  return { 'Amount due': dollars(payableAmount), 'Due date': formatUsDate(dueDate) }
}

async function getDueRows(home: Home): Promise<Facts> {
  const { label, due, balance } = await getPageDue(home)
  return { [label]: due, Balance: balance }
}

/** Returns the total of the refunds on hold, as the policy page shows them. */
async function getCreditOnHold({ policy_no }: Home): Promise<Facts> {
  const { payload } = await done('GET', `/api/v1/policies/${policy_no}/reviews`)
  const open = payload.filter(({ state }: { state: string }) => state === 'open')
  return { 'Credit on hold': formatDollars(sum(open.map(({ amount }: { amount: number }) => toCents(amount)))) }
}

async function getNoticeFacts(home: Home): Promise<Facts> {
  const { amount, effectiveDate } = (await getConfirmation(home)).nonpaymentNotice
  return { 'Amount due': dollars(amount), 'Coverage ends': formatUsDate(effectiveDate) }
}

const getTermEnd = async (home: Home) => formatUsDate((await getConfirmation(home)).expirationDate)

/** Returns the texts of the letters in the print queue about the latest step. */
async function getPrintedLetters({ policy_id }: Home, kind: string): Promise<string[]> {
  const letters = await db
    .selectFrom('postal_notices')
    .select('postal_notice_id')
    .where('policy_id', '=', policy_id)
    .where('kind', '=', kind as 'cancellationNotice')
    .execute()
  expect(letters.length).toBeGreaterThan(0)
  const printed = await Promise.all(
    letters.map(({ postal_notice_id }) => printedBy(`/api/v1/delinquency/letters/${postal_notice_id}/pdf`)),
  )
  return printed.map(({ text }) => text)
}

/** Returns the texts of a policy's letters of a kind. */
async function getLetterTexts({ policy_id, policy_no }: Home, kind: string): Promise<string[]> {
  const notices = await db
    .selectFrom('notices')
    .select('notice_id')
    .where('policy_id', '=', policy_id)
    .where('kind', '=', kind as 'nonRenewal')
    .execute()
  expect(notices.length).toBeGreaterThan(0)
  const path = `/api/v1/policies/${policy_no}/notices/${kind}-notice-`
  return (await Promise.all(notices.map(({ notice_id }) => printedBy(`${path}${notice_id}.pdf`)))).map(
    ({ text }) => text,
  )
}

async function getReceipts(home: Home): Promise<string[]> {
  const [payment] = await getPayments(home)
  return [(await printedBy(`/api/v1/payments/receipts/${home.policy_no}/${payment?.policy_payment_id}/pdf`)).text]
}

/** The latest amount that the page lists as a payment, whatever its status. */
async function getPaymentFacts(home: Home, label = 'Amount'): Promise<Facts> {
  const { payments } = await getConfirmation(home)
  return { [label]: dollars(payments[0].amount) }
}

/** Creates an earthquake policy with installments on the 5th, the first one paid, and with auto-pay. */
async function anInstallmentPlan(type: 'card' | 'us_bank_account') {
  const home = await aHome({ product: 4, monthly: true, columns: { inception_date: day(-22) } })
  const { rows } = await sql<{ cents: number }>`select open_cents as cents from obligations
    where policy_id = ${home.policy_id} order by obligation_no limit 1`.execute(db)
  await check(home, rows[0]?.cents ?? 0)
  const { consentId, paymentMethodId } = await insertAutoPay(db, home, {
    method: { payment_type: type, ...(type === 'us_bank_account' && { card_brand: null, card_country: null }) },
    consent: { starts_on: day(-22), given_at: daysAgo(22) },
  })
  return { home, consentId, paymentMethodId }
}

/** Creates an automatic charge that is processing, and returns a function that records its failure. */
async function aFailingCharge(declineCode: string) {
  const { home, consentId, paymentMethodId } = await anInstallmentPlan('card')
  const { rows } = await sql<{
    id: string
    cents: number
  }>`select obligation_id as id, open_cents as cents from obligations
    where policy_id = ${home.policy_id} and open_cents > 0 order by obligation_no limit 1`.execute(db)
  const [next] = rows as [{ id: string; cents: number }]
  const { policyPaymentId } = await check(home, next.cents, {
    ...{ typeId: PaymentType.card, status: 'processing', checkNo: null, paymentMethodId },
  })
  const id = { policy_payment_id: policyPaymentId }
  await db
    .insertInto('auto_pay_charges')
    .values({ ...id, auto_pay_consent_id: consentId, charge_date: day(0) })
    .execute()
  await db
    .insertInto('auto_pay_charge_parts')
    .values({ ...id, obligation_id: next.id, amount_cents: next.cents })
    .execute()
  const failure = { status: 'failed', code: 'card_declined', declineCode, reason: 'The card was declined.' } as const
  return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, failure) }
}

/** Amount and balance of a failed automatic charge, and the date of the retry that the page shows. */
async function getFailedChargeFacts(home: Home): Promise<Facts> {
  const { totalDue } = await getConfirmation(home)
  const { consent, nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
  return {
    ...(await getPaymentFacts(home)),
    Balance: dollars(totalDue),
    ...(consent && { ' retry': formatUsDate(nextCharge.date) }),
  }
}

/** The refund of a pending cancellation, as the policy page shows it. */
async function getRequestFacts(home: Home): Promise<Facts> {
  const { payload } = await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)
  const { effectiveDate, balanceReduction, refundTo } = payload
  return {
    'Effective date': formatUsDate(effectiveDate),
    Refund: formatDollars(sum(refundTo.map(({ amount }: { amount: number }) => toCents(amount)))),
    'Balance reduced by': dollars(balanceReduction),
  }
}

/** Returns the next term or the rewrite of a policy. */
async function findNextPolicy(home: Home): Promise<Home> {
  const next = await db
    .selectFrom('policies as old')
    .innerJoin('policies as p', 'p.policy_id', 'old.next_policy_id')
    .selectAll('p')
    .where('old.policy_id', '=', home.policy_id)
    .executeTakeFirstOrThrow()
  return { ...home, ...next }
}

/** The begin of the term, its premium and the amount due, as the policy page shows them. */
async function getTermFacts(home: Home): Promise<Facts> {
  const { inceptionDate, totalPremium } = await getConfirmation(home)
  return {
    ...{ Begins: formatUsDate(inceptionDate), 'Total premium': dollars(totalPremium) },
    ...(await getDueRows(home)),
  }
}

/** The latest endorsement and the amount due, as the policy page shows them. */
async function getEndorsementFacts(home: Home): Promise<Facts> {
  const { payload: transactions } = await done('GET', `/api/v1/policies/${home.policy_no}/policytransactions`)
  const { effectiveDate, tnxTotalPremium } = transactions.at(-1)
  const { totalPremium } = await getConfirmation(home)
  return {
    ...{ 'Effective date': formatUsDate(effectiveDate), 'Pro rata premium change': dollars(tnxTotalPremium) },
    ...{ 'Total premium': dollars(totalPremium), ...(await getDueRows(home)) },
  }
}

/** The end of coverage, the refund and the balance, as the policy page shows them. */
async function getCancellationFacts(home: Home): Promise<Facts> {
  const { effectiveDate, refundTo, balance }: Cancellation = (
    await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)
  ).payload
  return {
    'Coverage ends': formatUsDate(effectiveDate),
    Refund: formatDollars(sum(refundTo.map(({ amount }) => toCents(amount)))),
    Balance: dollars(balance),
  }
}

const getDeclarationTexts = async (home: Home) => (await getDeclarations(home)).slice(-1).map(({ text }) => text)

/** Every event whose emails name an amount or a date. The page, the emails and the documents must show the same values. */
const emailedEvents: Record<string, EmailedEvent> = {
  'an endorsement with an additional premium': {
    templates: ['endorsement', 'agency-endorsement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => endorse(home, limitTo(500_000)) }
    },
    getFacts: getEndorsementFacts,
    getDocuments: getDeclarationTexts,
    documentLabels: ['Effective date', 'Total premium'],
  },
  'an endorsement with a refund': {
    templates: ['endorsement', 'agency-endorsement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => endorse(home, limitTo(100_000)) }
    },
    getFacts: async (home) => ({
      ...(await getEndorsementFacts(home)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
    getDocuments: getDeclarationTexts,
    documentLabels: ['Effective date', 'Total premium'],
  },
  'a card payment': {
    templates: ['receipt'],
    happen: async () => {
      const home = await aHome()
      return { home, event: () => payByCard(home) }
    },
    getFacts: async (home) => {
      const [payment] = await getPayments(home)
      const path = `/api/v1/payments/receipts/${home.policy_no}/${payment?.policy_payment_id}`
      const { amount, feeAmount, total } = (await done('GET', path)).payload
      return {
        ...{ 'Applied to the policy': dollars(amount), 'Card fee': dollars(feeAmount), Total: dollars(total) },
        Date: formatUsDate(day(0)),
      }
    },
    getDocuments: getReceipts,
  },
  'a cancellation with a refund': {
    templates: ['cancellation', 'agency-cancellation'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => cancel(home, '33') }
    },
    getFacts: getCancellationFacts,
    getDocuments: (home) => getLetterTexts(home, 'cancellation'),
  },
  'a cancellation with a balance': {
    templates: ['cancellation', 'agency-cancellation'],
    happen: async () => {
      const home = await aHome()
      return { home, event: () => cancel(home, '12') }
    },
    getFacts: getCancellationFacts,
    getDocuments: (home) => getLetterTexts(home, 'cancellation'),
  },
  'a reinstatement': {
    templates: ['reinstatement', 'agency-reinstatement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      await cancel(home, '33')
      return { home, event: () => done('POST', `/api/v1/policies/reinstate/${home.policy_no}/false`) }
    },
    getFacts: async (home) => {
      const { payload: transactions } = await done('GET', `/api/v1/policies/${home.policy_no}/policytransactions`)
      return {
        'Reinstated as of': formatUsDate(transactions.at(-1).effectiveDate),
        ...(await getDueRows(home)),
        ...(await getCreditOnHold(home)),
      }
    },
    getDocuments: (home) => getLetterTexts(home, 'reinstatement'),
  },
  'a renewal': {
    templates: ['renewal', 'agency-renewal'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(-340) } })
      await check(home, home.totalCents)
      return { home, event: () => renewPolicy(asJob(), home.policy_no) }
    },
    findNext: findNextPolicy,
    getFacts: getTermFacts,
    getDocuments: (home) => getLetterTexts(home, 'renewal'),
  },
  'a rewrite': {
    templates: ['policy-rewritten', 'agency-policy-rewritten'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(25) } })
      await check(home, 40_000)
      const path = `/api/v1/policies/cancelRewrite/${home.policy_no}`
      return { home, event: () => done('POST', path, { inceptionDate: day(40) }) }
    },
    findNext: findNextPolicy,
    getFacts: async (home) => {
      const { 'Total premium': _, ...facts } = await getTermFacts(home)
      return { ...facts, 'Already paid': '$400.00' }
    },
    getDocuments: (home) => getLetterTexts(home, 'rewrite'),
  },
  'a reinstatement offer': {
    letter: 'reinstatementOffer',
    templates: ['reinstatement-offer', 'agency-reinstatement-offer'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      await cancel(home, '05')
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => {
      const { reinstatementOffer: offer } = await getConfirmation(home)
      return {
        'Coverage ended': formatUsDate(offer.coverageEndedOn),
        'Payment received': dollars(offer.amountReceived),
        'Needed to reinstate': dollars(offer.amountNeeded),
        'Reinstatement possible until': formatUsDate(offer.expiresOn),
        ' resumes with a lapse': formatUsDate(day(0)),
      }
    },
  },
  'an invoice': {
    letter: 'amountDue',
    templates: ['amount-due'],
    happen: async () => {
      const home = await aDueHome(15)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'a reminder': {
    letter: 'paymentReminder',
    templates: ['payment-reminder'],
    happen: async () => {
      const home = await aDueHome(5)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'a past-due notice': {
    letter: 'pastDueNotice',
    templates: ['past-due', 'agency-past-due'],
    happen: async () => {
      const home = await aDueHome(-6)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'an invoice that the lender has not paid': {
    letter: 'lenderHasNotPaid',
    templates: ['lender-has-not-paid'],
    happen: async () => {
      const home = await aDueHome(15, { lender: true })
      await done('POST', `/api/v1/payments/mortgagee/${home.policy_no}`)
      await takeSteps(home, daysAgo(10))
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
    getDocuments: (home) => getPrintedLetters(home, 'lenderSecondNotice'),
  },
  'a notice of cancellation for nonpayment': {
    templates: ['nonpayment-notice', 'agency-nonpayment-notice'],
    happen: async () => {
      const home = await aDueHome(-31)
      await takeSteps(home, daysAgo(20))
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getNoticeFacts,
    getDocuments: (home) => getPrintedLetters(home, 'cancellationNotice'),
  },
  'a bank payment that is processing': {
    templates: ['payment-processing'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      const event = () => runInTransaction(asJob(), (ctx) => sendPaymentProcessingEmail(ctx, policyPaymentId))
      return { home, event }
    },
    getFacts: async (home) => ({ Amount: dollars((await getConfirmation(home)).processingAmount) }),
  },
  'a bank payment that was received': {
    templates: ['payment-received'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), Received: formatUsDate(day(0)) }),
    getDocuments: getReceipts,
  },
  'a bank payment that failed': {
    letter: 'paymentFailed',
    templates: ['payment-failed', 'agency-payment-failed'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      const failure = { status: 'failed', code: 'R01', reason: 'Insufficient funds' } as const
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, failure) }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), ...(await getDueRows(home)) }),
  },
  'a disputed payment': {
    letter: 'paymentFailed',
    templates: ['payment-disputed', 'agency-payment-failed'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, 50_000, { ...byBank, status: 'paid' })
      const failure = { code: 'disputed', reason: 'Disputed', as: 'disputed' as const }
      const event = () =>
        runInTransaction(asJob(), async (ctx) => {
          await lockPaymentPolicies(ctx.db, policyPaymentId)
          await failPayment(ctx.db, policyPaymentId, { ...failure, now: ctx.now }, getPaymentListeners(ctx))
        })
      return { home, event }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), ...(await getDueRows(home)) }),
  },
  'an authorization that was released': {
    templates: ['payment-released'],
    happen: async () => {
      const home = await aHome()
      const problem = createConflictError('amount_changed', 'The amount has changed.')
      const amountCents = home.totalCents
      const about = { amountCents, problem }
      const event = () => runInTransaction(asJob(), (ctx) => sendAuthorizationReleasedEmail(ctx, home.policy_no, about))
      return { home, event }
    },
    getFacts: async (home) => ({
      ...{ Held: formatDollars(home.totalCents), Charged: '$0.00' },
      ...(await getDueRows(home)),
    }),
  },
  'a payment that settled after the cancellation': {
    letter: 'latePayment',
    templates: ['late-payment'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      await cancel(home, '12')
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => ({
      Amount: formatDollars(home.totalCents),
      Received: formatUsDate(day(0)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
  },
  'a refund that staff decided on': {
    templates: ['refund-decided'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      await cancel(home, '22')
      const path = `/api/v1/policies/${home.policy_no}/reviews`
      const [review] = (await done('GET', path)).payload
      const decision = { decision: 'refundPayer', note: 'There is no new policy.' }
      return { home, event: () => done('POST', `${path}/${review.reviewId}`, decision) }
    },
    getFacts: async (home) => ({
      'On hold': formatDollars(home.totalCents),
      'Refunded or transferred': formatDollars(sum(Object.values(await leaving(home)))),
      Balance: (await getPageDue(home)).balance,
    }),
  },
  'a reinstatement offer that was closed': {
    letter: 'reinstatementOfferClosed',
    templates: ['reinstatement-offer-closed', 'agency-reinstatement-offer-closed'],
    happen: async () => {
      const home = await aHome()
      await cancel(home, '05')
      await payLate(home)
      const path = `/api/v1/policies/${home.policy_no}/reinstatement-offer/decline`
      return { home, event: () => done('POST', path, { reason: 'Another policy was bought.' }) }
    },
    getFacts: async (home) => ({
      'Coverage ended': formatUsDate(
        (await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)).payload.effectiveDate,
      ),
      Balance: (await getPageDue(home)).balance,
      ...(await getCreditOnHold(home)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
  },
  'a renewal on hold': {
    letter: 'renewalOnHold',
    templates: ['renewal-on-hold', 'agency-renewal-on-hold'],
    happen: async () => {
      const home = await aDueHome(-340)
      return { home, event: () => renewPolicy(asJob(), home.policy_no) }
    },
    getFacts: async (home) => {
      const { renewalHold } = await getConfirmation(home)
      return { 'Past-due amount': dollars(renewalHold.amount), 'Expiration date': formatUsDate(renewalHold.payBy) }
    },
  },
  'a cancellation request by staff': {
    templates: ['cancellation-request'],
    happen: async () => {
      const home = await aHome()
      await check(home, 40_000)
      const body = { PolicyNumber: home.policy_no, ReasonCode: '33', NoteInfo: { Note: 'By phone.' } }
      return { home, event: () => done('POST', '/api/v1/policies/cancelPolicy', body) }
    },
    getFacts: getRequestFacts,
  },
  'a cancellation request by the policyholder': {
    templates: ['agency-cancellation-request'],
    happen: async () => {
      const home = await aDueHome(30)
      await check(home, 40_000)
      const token = await api.tokenFor({ identityId: home.identity_id })
      const body = { PolicyNumber: home.policy_no, ReasonCode: '13' }
      return { home, event: () => done('POST', '/api/v1/policies/cancelPolicy', body, token) }
    },
    getFacts: getRequestFacts,
  },
  'a claim that the policyholder reported': {
    templates: ['claim-reported', 'agency-claim-reported'],
    happen: async () => {
      const home = await aHome()
      const token = await api.tokenFor({ identityId: home.identity_id })
      const path = `/api/v1/policyholder/policies/${home.policy_no}/claims`
      const body = { dateOfLoss: day(-2), causeOfLoss: 'flood', description: 'Water in the hall.' }
      const event = async () =>
        expect((await call('POST', path, { ...body, contactPhone: '813-555-0142' }, token)).status).toBe(201)
      return { home, event }
    },
    getFacts: async ({ policy_id }) => {
      const { date_of_loss } = await db
        .selectFrom('claims')
        .select('date_of_loss')
        .where('policy_id', '=', policy_id)
        .executeTakeFirstOrThrow()
      return { 'Date of loss': formatUsDate(date_of_loss) }
    },
  },
  'a new agent of record': {
    templates: ['agent-of-record', 'agency-agent-of-record', 'agency-agent-of-record'],
    happen: async () => {
      const home = await aHome()
      const body = {
        endorsementType: 'aor',
        agentNo: (await insertAgency(db)).agency_no,
        notes: 'Signed letter received.',
      }
      return { home, event: () => done('POST', `/api/v1/policies/${home.policy_no}/endorse`, body) }
    },
    getFacts: async ({ policy_id }) => {
      const { effective_date } = await db
        .selectFrom('policy_transactions')
        .select('effective_date')
        .where('policy_id', '=', policy_id)
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow()
      return { From: formatUsDate(effective_date), 'Effective date': formatUsDate(effective_date) }
    },
  },
  'a non-renewal': {
    templates: ['non-renewal', 'agency-non-renewal'],
    happen: async () => {
      const home = await aHome({ product: 4 })
      const body = { PolicyNo: home.policy_no, Note: 'Sold.', reasonCode: '99' }
      return { home, event: () => done('POST', '/api/v1/policies/nonRenew', body) }
    },
    getFacts: async (home) => ({ 'Coverage ends': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'nonRenewal'),
  },
  'a rescinded non-renewal': {
    templates: ['non-renewal-rescinded', 'agency-non-renewal-rescinded'],
    happen: async () => {
      const home = await aHome({ product: 4 })
      await done('POST', '/api/v1/policies/nonRenew', { PolicyNo: home.policy_no, Note: 'Sold.', reasonCode: '99' })
      const path = `/api/v1/policies/${home.policy_no}/rescind-non-renewal`
      return { home, event: () => done('POST', path, { note: 'The sale was cancelled.' }) }
    },
    getFacts: async (home) => ({ 'Term ends': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'nonRenewalRescinded'),
  },
  'the end of a term': {
    templates: ['term-ended', 'agency-term-ended'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(-366) } })
      await check(home, home.totalCents)
      return { home, event: () => expireTerm(asJob(), home.policy_no) }
    },
    getFacts: async (home) => ({ 'Coverage ended': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'expiry'),
  },
  'a bank debit that is announced': {
    templates: ['auto-pay-announcement'],
    happen: async () => {
      const { home } = await anInstallmentPlan('us_bank_account')
      return { home, event: () => chargeAutoPay(asJob(), home.policy_no) }
    },
    getFacts: async (home) => {
      const { nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
      return { Amount: dollars(nextCharge.amount), Date: formatUsDate(nextCharge.date) }
    },
  },
  'the consent to auto-pay': {
    templates: ['auto-pay-on'],
    happen: async () => {
      const { home, paymentMethodId } = await anInstallmentPlan('card')
      const { stripe_payment_method_id: stripePaymentMethodId } = await db
        .selectFrom('payment_methods')
        .select('stripe_payment_method_id')
        .where('payment_method_id', '=', paymentMethodId)
        .executeTakeFirstOrThrow()
      const body = { stripePaymentMethodId, termsVersion: consentTerms.version, hasPolicyholderAgreed: true }
      return { home, event: () => done('PUT', `/api/v1/policies/${home.policy_no}/autoPay`, body) }
    },
    getFacts: async (home) => {
      const { nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
      return { 'Next charge': `${dollars(nextCharge.amount)} on ${formatUsDate(nextCharge.date)}` }
    },
  },
  'an automatic charge that will be retried': {
    templates: ['auto-pay-failed'],
    happen: () => aFailingCharge('insufficient_funds'),
    getFacts: getFailedChargeFacts,
  },
  'an automatic charge that will not be retried': {
    templates: ['auto-pay-failed', 'agency-auto-pay-failed'],
    happen: () => aFailingCharge('lost_card'),
    getFacts: getFailedChargeFacts,
  },
}

/** Templates about a policy whose dates appear on no policy page and in no policy document, with the reason. */
const withoutPage: Partial<Record<EmailTemplateId, string>> = {
  'signing-code': 'names when the code expires',
  'email-changed': 'names when the address was changed',
  'own-email-changed': 'names when the address was changed',
  'phone-changed': 'names when the phone number was changed',
  'mortgagee-change-requested': 'names the date by which staff decide',
  'agency-mortgagee-change-requested': 'names the date by which staff decide',
}

const amountOrDate = /\$[\d,]+\.\d\d|\d\d\/\d\d\/\d{4}/g
/** Returns the amounts and dates in a text, except the date until which a link is valid. */
const listValues = (text: string) =>
  [...new Set(text.replaceAll(/https?:\/\/\S+|The link is valid until .*/g, '').match(amountOrDate))].toSorted()

it.each(Object.keys(emailedEvents))(
  'shows the amounts and dates of the policy page in emails and documents about %s [BIL-16]',
  async (name) => {
    const emailed = emailedEvents[name] as EmailedEvent
    const { templates, happen, getFacts: getPageFacts, findNext, getDocuments, documentLabels } = emailed
    const { home: earlier, event } = await happen()
    await api.runJobs()
    await db.deleteFrom('email_messages').where('policy_id', '=', earlier.policy_id).execute()
    await event()
    await api.runJobs()
    const home = (await findNext?.(earlier)) ?? earlier
    const facts = await getPageFacts(home)
    const emails = await db
      .selectFrom('email_messages')
      .select(['template', 'subject', 'text'])
      .where('policy_id', '=', home.policy_id)
      .execute()
    const dated = emails.filter(({ subject, text }) => listValues(`${subject} ${text}`).length > 0)
    expect(dated.map(({ template }) => template).toSorted()).toEqual(templates.toSorted())
    const values = listValues(Object.entries(facts).join(' '))
    for (const { template, subject, text } of dated) {
      const named = Object.entries(getFacts(text)).filter(([label]) => facts[label] !== undefined)
      expect(named.length, template).toBeGreaterThan(0)
      for (const [label, value] of named)
        expect([template, label, listValues(value)]).toEqual([template, label, listValues(facts[label] ?? '')])
      // Sentences and the subject name no other amounts and dates.
      const others = listValues(`${subject} ${text}`).filter((value) => !values.includes(value))
      expect([template, others]).toEqual([template, []])
    }
    const shown = listValues(dated.map(({ subject, text }) => `${subject} ${text}`).join(' '))
    expect(shown).toEqual(values)
    for (const text of (await getDocuments?.(home)) ?? [])
      for (const [label, value] of Object.entries(facts))
        if (documentLabels?.includes(label) ?? true) expect(text, `${label} in a document`).toContain(value)
  },
)

it.each(Object.entries(emailedEvents).flatMap(([name, { letter }]) => (letter ? [[name, letter] as const] : [])))(
  'mails the amounts and dates of the policy page to a policyholder without an email address about %s (DEL-29)',
  async (name, kind) => {
    const { happen, getFacts: getPageFacts } = emailedEvents[name] as EmailedEvent
    const { home, event } = await happen()
    await db.updateTable('policies').set({ email: '' }).where('policy_id', '=', home.policy_id).execute()
    await event()
    await api.runJobs()
    const values = listValues(Object.entries(await getPageFacts(home)).join(' '))
    const [text = '', ...others] = await getPrintedLetters(home, kind)
    expect(others).toEqual([])
    expect(listValues(text.replaceAll(/, issued \S+/g, ''))).toEqual(values)
    expect(text).toContain('Questions? Contact your agent or call 800-555-0199.')
  },
)

it('compares every email template about a policy that names an amount or a date with the policy page [BIL-16]', async () => {
  const aboutPolicies = Object.entries(EMAIL_TEMPLATES).filter(([, { sample }]) => 'policyNo' in sample)
  const rendered = await Promise.all(
    aboutPolicies.map(async ([id, { sample }]) => {
      const { subject, text } = await renderEmail(id as EmailTemplateId, sample as never)
      return { id: id as EmailTemplateId, values: listValues(`${subject} ${text}`) }
    }),
  )
  const expected = rendered.flatMap(({ id, values }) => (values.length > 0 ? [id] : []))
  const compared = Object.values(emailedEvents).flatMap(({ templates }) => templates)
  const all = new Set([...compared, ...(Object.keys(withoutPage) as EmailTemplateId[])])
  expect([...all].toSorted()).toEqual(expected.toSorted())
})
