import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { formatDollars } from '../http/money.ts'
import { getTransactionTaxes, type TaxColumn, taxColumns } from '../taxes/taxes.ts'
import {
  api,
  db,
  done,
  expectPage,
  getBalance,
  getDeclarations,
  getLedger,
  getPayments,
  type Home,
  leaving,
  lives,
  printedBy,
  startDocumentApi,
  sum,
} from '../testing/document-amounts.ts'

await startDocumentApi()

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

const without0 = (amounts: Record<string, number>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, cents]) => cents !== 0))

async function expectDeclarations(home: Home) {
  const page = (await getDeclarations(home)).at(-1) as Awaited<ReturnType<typeof printedBy>>
  const term = await getLedger(home, 'term')
  const { rows } = page
  expect(byAccount(page.column(0))).toEqual(term)
  expect(rows.find(([label]) => label === 'Total premium')?.[1]).toEqual([sum(Object.values(term))])
  const lender = await db.selectFrom('lienholders').select('name1').where('policy_id', '=', home.policy_id).execute()
  for (const { name1 } of lender) expect(page.text).toContain(`${name1}, PO Box 1, Suite 4, Tampa, FL 33601, loan LN-1`)
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
