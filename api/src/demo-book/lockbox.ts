import { addDays } from '../calendar/days.ts'
import { importLockboxFile } from '../lockbox/import-file.ts'
import { settleLockboxItem } from '../lockbox/settle-item.ts'
import { writeCsv } from '../lockbox/write-csv.ts'
import type { DemoActors } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import { withReceivedFile } from './with-received-file.ts'

/** The checks in the lockbox file that are not for the policy in `simulateLockbox`. */
const others = [
  { amountCents: 131_976, checkNo: '001202', payer: 'Marina Sample', reference: 'RFL300010' },
  { amountCents: 45_000, checkNo: '001203', payer: 'Sample Savings Bank', reference: '' },
  { amountCents: 20_000, checkNo: '001204', payer: 'Casey Template', reference: 'UNKNOWN' },
  { amountCents: 9_900, checkNo: '001205', payer: 'Morgan Mockwell', reference: 'Another insurer' },
]

const getItem = async ({ db }: Simulation, checkNo: string) =>
  (
    await db
      .selectFrom('lockbox_items')
      .select('lockbox_item_id')
      .where('check_no', '=', checkNo)
      .executeTakeFirstOrThrow()
  ).lockbox_item_id

/** Returns an active policy that owes more than the given amount so that a check can be applied to it by mistake. */
const findPolicyOwing = async ({ db }: Simulation, cents: number) =>
  (
    await db
      .selectFrom('policies as p')
      .innerJoin('policy_balances as b', 'b.policy_id', 'p.policy_id')
      .select('p.policy_no')
      .where('b.due_cents', '>', cents)
      .where('p.cancelled_at', 'is', null)
      .where('p.pending_cancel_at', 'is', null)
      .orderBy('p.policy_no', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).policy_no

/**
 * Simulates a lockbox file from three days ago with a check in each state (LBX-5). The check that refers to `policyNo`
 * pays that policy in full. Staff process two other checks the next day.
 */
export async function simulateLockbox(past: Simulation, { finance }: DemoActors, policyNo: string): Promise<void> {
  const { amountCents, payer } = await past.db
    .selectFrom('policies as p')
    .innerJoin('policy_balances as b', 'b.policy_id', 'p.policy_id')
    .select(['b.due_cents as amountCents', 'p.insured_name as payer'])
    .where('p.policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  const depositDate = addDays(past.today, -3)
  const checks = [{ amountCents, checkNo: '001201', payer, reference: policyNo }, ...others]
  const items = checks.map((check, index) => ({
    ...check,
    lockboxNo: '555010',
    depositDate,
    batchNo: '1',
    itemNo: String(index + 1),
  }))
  const bytes = new TextEncoder().encode(writeCsv(items))
  await withReceivedFile({ name: `lockbox-${depositDate}.csv`, type: 'text/csv', bytes }, (file) =>
    past.play(getSimulatedTime(depositDate), finance, (ctx) => importLockboxFile(ctx, { file, format: 'csv' })),
  )

  const nextDay = getSimulatedTime(addDays(depositDate, 1))
  const settle = (id: string, input: Omit<Parameters<typeof settleLockboxItem>[1], 'id'>) =>
    past.play(nextDay, finance, (ctx) => settleLockboxItem(ctx, { id, ...input }))
  const mistaken = await getItem(past, '001204')
  await settle(mistaken, { action: 'apply', policyNo: await findPolicyOwing(past, 20_000) })
  await settle(mistaken, { action: 'reverse', note: 'It was applied to the wrong policy.' })
  await settle(await getItem(past, '001205'), { action: 'return', note: 'Sent back to the remitter.' })
}
