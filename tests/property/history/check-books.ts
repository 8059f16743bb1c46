import { getCost, getTotal } from '../cancellation-model.ts'
import { getDue, getReceived, type ModelPayment } from '../payer-model.ts'
import { getBoundPremium, priceModelDays } from '../reference-model.ts'
import { assertAtLeast, assertSame } from './assertions.ts'
import { commission, type HistoryContext } from './context.ts'
import { getCurrentlyDue, getDay, getPayable, type PolicyModel } from './policy-model.ts'
import { sum, toCents } from './random.ts'

/**
 * Ledger accounts, each with the transaction columns whose sum must equal the account's balance. The sums must match so
 * that tax filings add up.
 */
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

interface LedgerRow {
  policyId: string
  ledger: Record<string, unknown>
  filed: Record<string, number>
  posted: Record<string, number>
}

/** Selects the ledger, invoices, transactions, commission and payments of policies in one query. */
const booksSql = `select b.policy_id as "policyId",
  json_build_object('invoiced', b.invoiced_cents, 'received', b.received_cents, 'due', b.due_cents,
    'invoices', (select sum(total_premium_cents) from invoices i where i.policy_id = b.policy_id),
    'open', (select coalesce(sum(open_cents), 0) from obligations o where o.policy_id = b.policy_id),
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

/** Compares the ledger, invoices and policy pages with the model. */
export async function checkBooks(context: HistoryContext, which: Iterable<PolicyModel>): Promise<void> {
  const policies = [...which]
  if (policies.length === 0) return
  const { rows } = await context.pool.query<LedgerRow>(booksSql, [policies.map(({ policyId }) => policyId)])
  for (const policy of policies) {
    const row = rows.find(({ policyId }) => policyId === policy.policyId)
    checkLedger(policy, row)
    checkInvariants(context, policy)
  }
  for (const policy of policies) await checkPage(context, policy)
}

const getCommissionPercent = ({ isRenewal }: PolicyModel) => (isRenewal ? commission.renewed : commission.bound)

function checkLedger(policy: PolicyModel, row: LedgerRow | undefined) {
  const invoiced = policy.invoicedCents
  const getExpectedCents = (payment: ModelPayment) =>
    payment === policy.processingPayment?.payment ? payment.originalCents : payment.leftCents
  assertSame(
    row?.ledger,
    {
      invoiced,
      received: getReceived(policy),
      due: getDue(policy),
      invoices: invoiced,
      open: Math.max(0, getDue(policy)),
      posted: invoiced,
      commission: Math.floor((2 * policy.writtenPremiumCents * getCommissionPercent(policy) + 100) / 200),
      // A refund remains paid even if the refunded payment is returned later.
      payments: Object.fromEntries(
        policy.payments
          .filter(({ isReturned, refundedCents }) => !isReturned || refundedCents > 0)
          .map((payment) => [payment.paymentId, getExpectedCents(payment)]),
      ),
    },
    `the ledger of ${policy.policyNo}`,
  )
  assertSame(row?.posted, row?.filed, `the tax accounts of ${policy.policyNo} and the sums of its transaction columns`)
}

interface PageObligation {
  obligationNo: number
  invoiceId: string | null
  purpose: string
  dueDate: string
  amount: number
  openAmount: number
  state: string
}

/** Checks that the obligations equal the charges, add up to the balance, and have the right states (BIL-12). */
function checkObligations(policy: PolicyModel, obligations: PageObligation[], today: string) {
  const sort = (amounts: number[]) => amounts.filter((amount) => amount > 0).toSorted((one, other) => one - other)
  assertSame(
    {
      amounts: sort(obligations.filter(({ invoiceId }) => invoiceId).map(({ amount }) => toCents(amount))),
      open: sum(obligations.map(({ openAmount }) => toCents(openAmount))),
    },
    { amounts: sort(policy.installments), open: Math.max(0, getDue(policy)) },
    `the obligations of ${policy.policyNo}`,
  )
  for (const { obligationNo, openAmount, dueDate, state } of obligations) {
    const isDue = obligationNo === 1 || dueDate <= today
    const open = dueDate < today ? 'pastDue' : isDue ? 'due' : 'upcoming'
    const expected = openAmount === 0 ? ['paid'] : policy.processingPayment ? [open, 'processing'] : [open]
    if (!expected.includes(state))
      assertSame(state, expected.join(), `obligation ${obligationNo} of ${policy.policyNo}`)
  }
}

/** Compares the policy page for staff with the model. */
async function checkPage({ callAs, staff, today }: HistoryContext, policy: PolicyModel) {
  const { body } = await callAs(staff, `GET /api/v1/policies/${policy.policyNo}/getConfirmation`)
  const page = body.payload
  const obligations: PageObligation[] = page.obligations
  const firstDates = new Map(policy.obligations.map(({ no, invoicedFor }) => [no, invoicedFor]))
  policy.obligations = obligations.map(({ obligationNo: no, invoiceId, purpose, dueDate, amount, openAmount }) => ({
    ...{ no, invoiceId, purpose, dueDate, invoicedFor: firstDates.get(no) ?? dueDate },
    ...{ amountCents: toCents(amount), openCents: toCents(openAmount) },
  }))
  checkObligations(policy, obligations, today)
  const processing = policy.processingPayment?.payment.originalCents ?? 0
  const [received, due, dueNow] = [getReceived(policy), getDue(policy), getCurrentlyDue(policy, today)]
  const { invoices }: { invoices: { amountPaid: number; amountDue: number; totalPremium: number }[] } = page.invoices
  assertSame(
    {
      due: toCents(page.totalDue),
      now: toCents(page.currentlyDue),
      payable: toCents(page.payableAmount),
      payableTotal: toCents(page.payableTotal),
      isPaid: page.isPaid,
      received: toCents(page.totalPayments),
      paid: sum(invoices.map(({ amountPaid }) => toCents(amountPaid))),
      open: sum(invoices.map(({ amountDue }) => toCents(amountDue))),
      isOnItsWay: toCents(page.processingAmount),
      offeredUntil: page.reinstatementOffer?.expiresOn,
    },
    {
      due,
      now: dueNow,
      payable: Math.max(0, getPayable(policy, today) - processing),
      payableTotal: Math.max(0, due - processing),
      isPaid: dueNow === 0,
      received,
      paid: Math.min(Math.max(0, received), Math.max(0, policy.invoicedCents)),
      // If a refunded payment is returned, the policy can owe more than it was charged.
      open: Math.min(Math.max(0, due), sum(policy.installments.filter((part) => part > 0))),
      isOnItsWay: processing,
      offeredUntil: policy.offer?.expiresOn,
    },
    `the policy page of ${policy.policyNo}`,
  )
  for (const { amountPaid, amountDue, totalPremium } of invoices)
    assertAtLeast(
      Math.max(0, toCents(totalPremium)),
      toCents(amountPaid) + toCents(amountDue),
      `the paid and due amounts of an invoice of ${totalPremium} of ${policy.policyNo}`,
    )
}

/**
 * Checks the invariants that hold after every step, even after coverage has ended. The policy retains its earned
 * premium unless two people approved a refund of earned premium. Returned payments and transfers to other policies do
 * not count as refunds (docs/money.md).
 */
export function checkInvariants({ today }: Pick<HistoryContext, 'today'>, policy: PolicyModel): void {
  const { termInput, endedOn, earned, writtenPremiumCents, heldCents, isRewritten, isUnpaid } = policy
  const received = getReceived(policy)
  policy.heldCents = received
  if (endedOn === null) return
  const elapsedDays = Math.min(Math.max(0, getDay(policy, today)), termInput.days)
  const days = Math.min(elapsedDays, endedOn ?? elapsedDays)
  assertAtLeast(writtenPremiumCents, priceModelDays(termInput, days), 'premium is charged for every day on risk')
  assertAtLeast(
    received,
    Math.min(heldCents, getTotal(getCost(policy, earned.cents))),
    'earned premium is retained, unless two people approved its refund',
  )
  // After a cancellation for nonpayment, the policy owes nothing beyond the amount received.
  if (isRewritten || isUnpaid) return
  const { percent, cents: least } = termInput.minimumEarned
  const floor = Math.min(
    getBoundPremium(termInput),
    Math.max(least, Math.floor((getBoundPremium(termInput) * percent) / 100)),
  )
  assertAtLeast(writtenPremiumCents, floor, 'the minimum earned premium is retained')
}
