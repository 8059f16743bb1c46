import { writeAuditEntry } from '../../audit/audit.ts'
import { lenderPays } from '../../catalog/payers.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { changePayer, findBillableLender } from '../../policy/payer.ts'
import { getAmountDue } from '../charge/amount-due.ts'

/**
 * Bills the payable amount (BIL-13) to the first lienholder. Marks the policy as billed to the lender, so the wizard
 * preselects lender billing (POL-11). Throws 422 if nothing is due or the first lienholder has no loan number.
 */
export const billToMortgagee = (ctx: Ctx, policyNo: string) =>
  changePolicy(ctx, policyNo, 'billToMortgagee', async (ctx, policy) => {
    const { payableCents } = await getAmountDue(ctx.db, policy, ctx.now)
    const lender = await findBillableLender(ctx.db, policy.policyId)
    // The rule already checked this under the same lock.
    if (!lender) throw new Error(`${policyNo} has no lender to bill`)
    await changePayer(ctx.db, policy.policyId, 'lienholder')
    await writeAuditEntry(ctx, {
      action: 'payment.billMortgagee',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { lienholder: lender.name, amountCents: payableCents },
    })
    return {
      policyNo: policy.policyNo,
      billInitially: lenderPays,
      lienholderName: lender.name,
      loanNumber: lender.loanNumber,
      amountDue: toDollars(payableCents),
      billedAt: ctx.now.toISOString(),
    } as const
  })
