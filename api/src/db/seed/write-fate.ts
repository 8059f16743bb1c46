import type { Transaction } from 'kysely'
import type { DB } from '../schema.ts'
import { dayMs, plusDays } from './days.ts'
import type { DemoStory } from './demo-policies.ts'
import { addTransaction, postChange } from './post-change.ts'

/** What became of a policy: pending cancel, cancelled with its return premium in the ledger, or not renewed. */
export async function writeFate(
  trx: Transaction<DB>,
  story: DemoStory,
  policyId: string,
  today: string,
): Promise<void> {
  const { policy, fate, reason } = story
  const day = plusDays(today, -14)
  const moment = `${day}T15:00:00Z`
  if (fate === 'nonRenewed')
    await trx.updateTable('policies').set({ non_renewed_at: moment }).where('policy_id', '=', policyId).execute()
  if (!reason || (fate !== 'pendingCancel' && fate !== 'cancelled')) return
  if (fate === 'pendingCancel') {
    const description = 'Cancellation asked for'
    await addTransaction(trx, policyId, { type: `P${reason}`, day, grossCents: 0, reason, description })
  } else {
    const daysLeft = Math.max(0, (Date.parse(policy.inception) + 365 * dayMs - Date.parse(day)) / dayMs)
    const grossCents = -Math.floor((policy.grossCents * daysLeft) / 365)
    const description = 'Return premium'
    await postChange(trx, policyId, { type: `C${reason}`, day, grossCents, reason, description, keepsTerm: true })
  }
  await trx
    .updateTable('policies')
    .set({
      ...(fate === 'cancelled' ? { cancelled_at: moment } : { pending_cancel_at: moment }),
      cancel_reason_code: reason,
      cancel_effective_date: day,
    })
    .where('policy_id', '=', policyId)
    .execute()
}
