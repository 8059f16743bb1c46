import type { Transaction } from 'kysely'
import { dayMs, plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { DemoStory } from './demo-policies.ts'
import { addChange, postChange } from './post-change.ts'
import type { DemoPolicy } from './write-policy.ts'

/** What each reason gives back, as its row says (decision 18). */
export type RefundBases = ReadonlyMap<string, string>

export async function readRefundBases(trx: Transaction<DB>): Promise<RefundBases> {
  const rows = await trx.selectFrom('cancel_reasons').select(['reason_code', 'refund_premium']).execute()
  return new Map(rows.map((row) => [row.reason_code, row.refund_premium]))
}

/** Everything, the days that are left, or nothing. */
function returnPremium({ grossCents, feeCents, tax, inception }: DemoPolicy, day: string, basis: string | undefined) {
  if (basis === 'none') return { grossCents: 0 }
  if (basis === 'full') {
    const { premiumCents, stampingCents, emergencyCents } = tax
    const back = { premiumCents: -premiumCents, stampingCents: -stampingCents, emergencyCents: -emergencyCents }
    return { grossCents: -grossCents, feeCents: -feeCents, tax: back }
  }
  const daysLeft = Math.max(0, (Date.parse(inception) + 365 * dayMs - Date.parse(day)) / dayMs)
  return { grossCents: -Math.floor((grossCents * daysLeft) / 365) }
}

/** What became of a policy: pending cancel, cancelled with its return premium in the ledger, or not renewed. */
export async function writeFate(
  trx: Transaction<DB>,
  story: DemoStory,
  policyId: string,
  today: string,
  bases: RefundBases,
): Promise<void> {
  const { policy, fate, reason } = story
  const day = plusDays(today, -14)
  const moment = `${day}T15:00:00Z`
  if (fate === 'nonRenewed')
    await trx.updateTable('policies').set({ non_renewed_at: moment }).where('policy_id', '=', policyId).execute()
  if (!reason || (fate !== 'pendingCancel' && fate !== 'cancelled')) return
  if (fate === 'pendingCancel') {
    const description = 'Cancellation asked for'
    await addChange(trx, policyId, { type: `P${reason}`, day, grossCents: 0, reason, description })
  } else {
    const description = 'Return premium'
    const given = returnPremium(policy, day, bases.get(reason))
    await postChange(trx, policyId, { type: `C${reason}`, day, ...given, reason, description, keepsTerm: true })
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
