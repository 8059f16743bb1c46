import { getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import { postInvoice } from '../../ledger/invoices.ts'
import { addTransaction, unchangedTerm } from '../../policy/post-transaction.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { RefundLine } from './refund-rules.ts'

const returned = (lines: readonly RefundLine[], kind: RefundLine['kind']) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.refundedCents : 0), 0)

/** Adds the transaction that ends a policy and posts the return premium for each charge. */
export async function postReturnPremium(
  ctx: TransactionContext,
  policy: Policy,
  end: {
    type: string
    reasonCode: string
    description: string
    /** Dates, `YYYY-MM-DD`. */
    today: string
    effectiveDate: string
    lines: readonly RefundLine[]
  },
): Promise<string> {
  const { lines, today } = end
  const policyTransactionId = await addTransaction(ctx.db, policy.policyId, {
    type: end.type,
    day: today,
    effective: end.effectiveDate,
    description: end.description,
    reason: end.reasonCode,
    grossCents: 0 - returned(lines, 'premium'),
    feeCents: 0 - returned(lines, 'policyFee'),
    taxes: Object.fromEntries(
      lines.flatMap(({ column, refundedCents }) => (column && refundedCents !== 0 ? [[column, -refundedCents]] : [])),
    ),
    termChange: unchangedTerm,
    author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
  })
  await postInvoice(ctx.db, {
    policyId: policy.policyId,
    policyTransactionId,
    lines: lines.map(({ charge, description, refundedCents }) => ({
      charge,
      description: `Return of ${description.toLowerCase()}`,
      amountCents: -refundedCents,
    })),
    dueDate: today,
    createdBy: getAccountId(ctx.actor),
  })
  return policyTransactionId
}
