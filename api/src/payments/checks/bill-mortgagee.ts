import { writeAudit } from '../../audit/audit.ts'
import { lenderPays } from '../../catalogue/payers.ts'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { toDollars } from '../../http/money.ts'
import { refused } from '../../http/refusal.ts'
import { lockBalance } from '../../ledger/store.ts'
import { billLender } from '../../policy/payer.ts'
import { lockPolicy } from '../../policy/visibility.ts'
import { amountDue } from '../charge/amount-due.ts'

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
    await billLender(ctx.db, policy.policyId)
    await writeAudit(ctx, {
      action: 'payment.billMortgagee',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { lienholder: lender.name1, amountCents: payableCents },
    })
    return {
      policyNo: policy.policyNo,
      billInitially: lenderPays,
      lienholderName: lender.name1,
      loanNumber: lender.reference,
      amountDue: toDollars(payableCents),
      billedAt: ctx.now.toISOString(),
    } as const
  })
