import { applyAccountChange } from '../accounts/admin-accounts.ts'
import { applyApprovedBankAccount } from '../agencies/update-agency.ts'
import { closeApproval, lockPendingApproval, type PendingApproval } from '../approvals/approvals.ts'
import { applyPlanActivation } from '../delinquency/activate-plan.ts'
import { applyNoticePeriod } from '../delinquency/notice-periods.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { applySetting } from '../settings/admin-settings.ts'
import { clearSettingsCache } from '../settings/settings.ts'

/**
 * Functions that apply each type of change after a second person approved it. They throw 409 if the changed object has
 * been modified meanwhile.
 */
const appliers: Record<
  PendingApproval['kind'],
  (ctx: TransactionContext, id: string, payload: never) => Promise<unknown>
> = {
  setting: applySetting,
  account: applyAccountChange,
  bankAccount: applyApprovedBankAccount,
  delinquencyPlan: applyPlanActivation,
  noticePeriod: applyNoticePeriod,
}

/** Decides a pending change in one transaction: approving applies the change, and declining discards it. */
export async function decideApproval(ctx: Ctx, id: string, decision: 'approve' | 'decline'): Promise<void> {
  await runInTransaction(ctx, async (ctx) => {
    const row = await lockPendingApproval(ctx, id, decision)
    if (decision === 'approve') await appliers[row.kind](ctx, row.entity_id, row.payload as never)
    await closeApproval(ctx, row, decision === 'approve' ? 'approved' : 'declined')
  })
  clearSettingsCache(ctx.db)
}
