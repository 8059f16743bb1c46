import { sql } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import type { Ctx } from '../../http/context.ts'
import { changePolicyAsSystem } from '../../policy/change-policy.ts'
import { closeOpenMortgageeChange } from './close.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'close-mortgagee-changes': Record<string, never>
  }
}

/** Crontab line: every hour, so that requests close soon after the term has expired at the property. */
export const mortgageeChangeSweepSchedule = '52 * * * * close-mortgagee-changes ?max=3'

/** Closes the open requests for expired policies (POL-20). Checks each policy again with the policy locked. */
export async function closeExpiredMortgageeChanges(ctx: Ctx): Promise<void> {
  // Adds one day in UTC because the policy's local date decides.
  const { rows } = await sql<{ policyNo: string }>`
    select p.policy_no as "policyNo" from mortgagee_changes m join policies p using (policy_id)
    where m.status = 'open' and p.expiration_date <= ${addDays(ctx.now.toISOString().slice(0, 10), 1)}::date
    order by p.policy_id`.execute(ctx.db)
  for (const { policyNo } of rows)
    await changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
      if (policy.isExpired) await closeOpenMortgageeChange(ctx, policy, 'policyEnded')
    })
}
