import { getCost, getTotal } from '../cancellation-model.ts'
import { getDue, getReceived, type Paid } from '../payer-model.ts'
import { getBoundPremium, priceModelDays } from '../reference-model.ts'
import { assertAtLeast, assertSame } from './assertions.ts'
import { commission, type HistoryContext } from './context.ts'
import { currentlyDue, getDay, type PolicyModel } from './policy-model.ts'
import { cents, sum } from './random.ts'

/** Ledger accounts with the transaction columns whose sum they hold, so that a tax filing can be added up. */
const accounts: readonly [name: string, account: string, columns: string][] = [
  ['surplus', 'tax_surplus_lines', 'tnx_surplus_tax_policy_premium_cents + tnx_surplus_tax_policy_fee_cents'],
  ['stamping', 'tax_stamping', 'tnx_stamping_fees_policy_premium_cents + tnx_stamping_fees_policy_fee_cents'],
  ['mwua', 'tax_mwua', 'tnx_mwua_policy_premium_cents + tnx_mwua_policy_fee_cents'],
  ['municipal', 'tax_municipal', 'tnx_municipal_tax_cents'],
  ['fireman', 'tax_fireman', 'tnx_fireman_tax_cents'],
  ['empa', 'tax_emergency_fund', 'tnx_emergency_fund_surcharge_cents'],
  ['premium', 'premium_written', 'tnx_gross_premium_cents'],
  ['fee', 'policy_fee', 'tnx_policy_fee_cents'],
]

interface Told {
  policyId: string
  ledger: Record<string, unknown>
  filed: Record<string, number>
  posted: Record<string, number>
}

/** Selects the accounts, invoices, transactions, commission and payments of policies in one query. */
const booksSql = `select b.policy_id as "policyId",
  json_build_object('invoiced', b.invoiced_cents, 'received', b.received_cents, 'due', b.due_cents,
    'invoices', (select sum(total_premium_cents) from invoices i where i.policy_id = b.policy_id),
    'installments', (select coalesce(sum(n.amount_cents), 0) from invoice_installments n join invoices i using (invoice_id)
      where i.policy_id = b.policy_id),
    'posted', (t.j ->> 'total')::bigint,
    'commission', (select coalesce(sum(amount_cents), 0) from commission_lines l where l.policy_id = b.policy_id),
    'payments', (select coalesce(json_object_agg(y.payment_id, y.cents), '{}') from (select payment_id, sum(amount_cents) as cents
      from payments where policy_id = b.policy_id and status in ('paid', 'refunded', 'processing')
      group by payment_id) y)) as ledger,
  t.j -> 'by' as filed,
  (select json_build_object(${accounts
    .map(([name, account]) => `'${name}', coalesce(-sum(amount_cents) filter (where account_code = '${account}'), 0)`)
    .join(', ')}) from postings where policy_id = b.policy_id) as posted
from policy_balances b cross join lateral (
  select json_build_object('total', sum(tnx_total_premium_cents), 'by', json_build_object(${accounts
    .map(([name, , columns]) => `'${name}', coalesce(sum(${columns}), 0)`)
    .join(', ')})) as j from policy_transactions where policy_id = b.policy_id) t
where b.policy_id = any($1)`

/** Checks accounts, invoices and policy pages against the model. */
export async function checkBooks(stage: HistoryContext, which: Iterable<PolicyModel>): Promise<void> {
  const books = [...which]
  if (books.length === 0) return
  const { rows } = await stage.pool.query<Told>(booksSql, [books.map(({ policyId }) => policyId)])
  for (const book of books) {
    const told = rows.find(({ policyId }) => policyId === book.policyId)
    checkLedger(book, told)
    checkInvariants(stage, book)
  }
  for (const book of books) await checkPage(stage, book)
}

const getPercent = ({ isRenewal }: PolicyModel) => (isRenewal ? commission.renewed : commission.bound)

function checkLedger(book: PolicyModel, told: Told | undefined) {
  const invoiced = book.invoicedCents
  const left = (payment: Paid) =>
    payment === book.processingPayment?.payment ? payment.originalCents : payment.leftCents
  assertSame(
    told?.ledger,
    {
      invoiced,
      received: getReceived(book),
      due: getDue(book),
      invoices: invoiced,
      installments: invoiced,
      posted: invoiced,
      commission: Math.floor((2 * book.earningCents * getPercent(book) + 100) / 200),
      // Refunds of a payment remain paid out even if its bank takes the payment back.
      payments: Object.fromEntries(
        book.payments
          .filter(({ isReturned: isGone, refundedCents }) => !isGone || refundedCents > 0)
          .map((payment) => [payment.paymentId, left(payment)]),
      ),
    },
    `the ledger of ${book.policyNo}`,
  )
  assertSame(
    told?.posted,
    told?.filed,
    `the tax accounts of ${book.policyNo}, and the sums of its transactions' columns`,
  )
}

/** Checks the policy page that staff see. */
async function checkPage({ as, staff, today }: HistoryContext, book: PolicyModel) {
  const { body } = await as(staff, `GET /api/v1/policies/${book.policyNo}/getConfirmation`)
  const page = body.payload
  const [received, due, dueNow] = [getReceived(book), getDue(book), currentlyDue(book, today)]
  const { invoices }: { invoices: { amountPaid: number; amountDue: number; totalPremium: number }[] } = page.invoices
  assertSame(
    {
      due: cents(page.totalDue),
      now: cents(page.currentlyDue),
      isPaid: page.isPaid,
      received: cents(page.totalPayments),
      paid: sum(invoices.map(({ amountPaid }) => cents(amountPaid))),
      open: sum(invoices.map(({ amountDue }) => cents(amountDue))),
      isOnItsWay: cents(page.processingAmount),
    },
    {
      due,
      now: dueNow,
      isPaid: dueNow === 0,
      received,
      paid: Math.min(Math.max(0, received), Math.max(0, book.invoicedCents)),
      // If a bank takes back a payment that was refunded already, more can be owed than was charged.
      open: Math.min(Math.max(0, due), sum(book.parts.map((part) => Math.max(0, part.cents)))),
      isOnItsWay: book.processingPayment?.payment.originalCents ?? 0,
    },
    `the page of ${book.policyNo}`,
  )
  for (const { amountPaid, amountDue, totalPremium } of invoices)
    assertAtLeast(
      Math.max(0, cents(totalPremium)),
      cents(amountPaid) + cents(amountDue),
      `invoice of ${totalPremium} of ${book.policyNo}, paid and due`,
    )
}

/**
 * What holds after every step, whoever did it, while the policy is in force and afterwards. Nothing that the policy held leaves it below
 * what its elapsed days earned, unless two people agreed. Not a refund of ours: a payment that its bank took back, and a transfer to
 * another policy, which holds the money then.
 */
export function checkInvariants({ today }: Pick<HistoryContext, 'today'>, book: PolicyModel): void {
  const { story, endedOn, earned, earningCents, heldCents, isRewritten, isUnpaid } = book
  const received = getReceived(book)
  book.heldCents = received
  if (endedOn === null) return
  const so = Math.min(Math.max(0, getDay(book, today)), story.days)
  const days = Math.min(so, endedOn ?? so)
  assertAtLeast(earningCents, priceModelDays(story, days), 'a day on risk is never free')
  assertAtLeast(
    received,
    Math.min(heldCents, getTotal(getCost(book, earned.cents))),
    'premium that elapsed days earned is kept, unless two people agreed otherwise',
  )
  // After a cancellation for nonpayment, only the amount received is owed.
  if (isRewritten || isUnpaid) return
  const { percent, cents: least } = story.minimumEarned
  const floor = Math.min(getBoundPremium(story), Math.max(least, Math.floor((getBoundPremium(story) * percent) / 100)))
  assertAtLeast(earningCents, floor, 'the minimum earned premium is a floor')
}
