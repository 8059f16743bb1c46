import { writeAudit } from '../../audit/audit.ts'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { toDollars } from '../../http/money.ts'
import { refused } from '../../http/refusal.ts'
import { lockBalance } from '../../ledger/store.ts'
import { lockPolicy } from '../../policy/visibility.ts'
import { amountDue } from '../charge/amount-due.ts'

const billedTo = 'Mortgage lienholder'

/**
 * Bills what is due to the first lienholder. The earliest transaction says from then on that the lender is billed
 * initially, which makes it the wizard's first method (decision 41). Throws 422 when there is no lienholder with a loan
 * number, or nothing is due.
 */
export const billToMortgagee = (ctx: Ctx, policyNo: string) =>
  inTransaction(ctx, async (ctx) => {
    const policy = await lockPolicy(ctx, policyNo)
    await lockBalance(ctx.db, policy.policyId)
    const { payableCents } = await amountDue(ctx.db, policy, ctx.now)
    if (payableCents <= 0) throw refused('nothing_due', 'Nothing is due on this policy.')
    const lender = await ctx.db
      .selectFrom('lienholders')
      .select(['name1', 'reference'])
      .where('policy_id', '=', policy.policyId)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    if (!lender?.reference) throw refused('no_lienholder', 'This policy has no mortgage lienholder with a loan number.')
    const first = await ctx.db
      .selectFrom('policy_transactions')
      .select('policy_transaction_id')
      .where('policy_id', '=', policy.policyId)
      .orderBy('post_date')
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirstOrThrow()
    await ctx.db
      .updateTable('policy_transactions')
      .set({ bill_initially: billedTo })
      .where('policy_transaction_id', '=', first.policy_transaction_id)
      .execute()
    await ctx.db
      .updateTable('invoices')
      .set({ billed_to: 'lienholder' })
      .where('policy_id', '=', policy.policyId)
      .where('voided_at', 'is', null)
      .execute()
    await writeAudit(ctx, {
      action: 'payment.billMortgagee',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { lienholder: lender.name1, amountCents: payableCents },
    })
    return {
      policyNo: policy.policyNo,
      billInitially: billedTo,
      lienholderName: lender.name1,
      loanNumber: lender.reference,
      amountDue: toDollars(payableCents),
      billedAt: ctx.now.toISOString(),
    } as const
  })
