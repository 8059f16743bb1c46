import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { postTransaction, type TransactionChange } from '../policy/post-transaction.ts'
import { readTerm } from '../policy/read-term.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import { getTaxDifference } from '../taxes/calculate-taxes.ts'

/** Posts a transaction of a type that the API cannot create. Policies from other systems can have such transactions. */
const post = (
  ctx: TransactionContext,
  { policyId, state }: Policy,
  change: Omit<TransactionChange, 'day' | 'author'>,
): Promise<{ policyTransactionId: string; totalCents: number }> => {
  const day = getPropertyDate(ctx.now, state)
  const author = { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) }
  return postTransaction(ctx.db, policyId, {
    ...change,
    day,
    author,
    dueDate: addDays(day, 30),
    paymentInterval: undefined,
  })
}

/** Posts a manual adjustment (MA) of premium, in cents. Taxes apply as to any premium of the term (TAX-1). */
export async function postManualAdjustment(ctx: TransactionContext, policyNo: string, grossCents: number) {
  const policy = await requirePolicy(ctx, policyNo)
  const { price, taxesFor } = await readTerm(ctx.db, policy)
  const taxes = getTaxDifference(taxesFor(price.premiumCents), taxesFor(price.premiumCents + grossCents))
  return post(ctx, policy, { type: 'MA', description: 'Manual premium adjustment', grossCents, taxes })
}
