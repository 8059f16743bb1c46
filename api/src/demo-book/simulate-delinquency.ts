import { sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { createClaim } from '../claims/write-claim.ts'
import { activateDelinquencyPlan } from '../delinquency/activate-plan.ts'
import { createLetterExport, recordExportMailing } from '../delinquency/letter-exports.ts'
import { createNoticePeriod } from '../delinquency/notice-periods.ts'
import { processDelinquency } from '../delinquency/process-policy.ts'
import { readActivePlans, runDelinquency } from '../delinquency/run-delinquency.ts'
import { ApiError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { decideApproval } from '../work-queue/decide-approval.ts'
import type { DemoActors } from './actors.ts'
import type { DelinquencyJourney } from './delinquency-journeys.ts'
import type { Scene } from './journeys.ts'
import { demoAdjuster } from './service-records.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import { writePolicy } from './write-policy.ts'

/** Days before the load date on which the plan was activated. Amounts that were due earlier start no step (DEL-3). */
const activatedDaysAgo = 52
/** Days before the load date on which staff export the print queue. They record the mailing dates on the next day. */
const exportDays: readonly number[] = [27, 17, 11, 7, 3]
/** The last export is not mailed yet. */
const unmailedExport = 3

const hourMs = 3_600_000

const job = { kind: 'job', name: 'delinquency' } as const

/** Makes a change as a superuser, and lets a second superuser approve it on the next day. */
async function changeWithApproval(
  past: Simulation,
  { superuser, admin }: DemoActors,
  day: string,
  change: (ctx: TransactionContext) => Promise<unknown>,
): Promise<void> {
  await past.play(getSimulatedTime(day), superuser, async (ctx) => {
    try {
      await change(ctx)
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'approval_pending')) throw thrown
    }
  })
  const { rows } = await sql<{ id: string }>`select approval_id as id from approvals where decision is null`.execute(
    past.db,
  )
  for (const { id } of rows)
    await past.play(getSimulatedTime(addDays(day, 1)), admin, (ctx) => decideApproval(ctx, id, 'approve'))
}

/** Days of the steps of an obligation, counted from its due date, and of the end of coverage (DEL-1, DEL-7). */
const stepDays = [-45, -20, -7, 5, 30, 46] as const

/** Returns the dates on which a step can be due for each policy, by policy number. */
async function getStepDates({ db }: Simulation, policyNos: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ policyNo: string; postedOn: string; dueDate: string }>`
    select p.policy_no as "policyNo", p.original_post_date as "postedOn", o.due_date as "dueDate"
    from obligations o join policies p using (policy_id) where p.policy_no = any(${policyNos}::text[])`.execute(db)
  const dates = new Map(policyNos.map((policyNo) => [policyNo, new Set<string>()]))
  for (const { policyNo, postedOn, dueDate } of rows)
    for (const date of [postedOn, ...stepDays.map((days) => addDays(dueDate, days))]) dates.get(policyNo)?.add(date)
  return dates
}

/**
 * Activates the delinquency plan, then runs its daily job for the policies of the journeys. Skips other policies,
 * because they were written with their later payments and cancellations.
 * @returns the number of policies
 */
export async function simulateDelinquency(
  past: Simulation,
  actors: DemoActors,
  journeys: readonly DelinquencyJourney[],
): Promise<number> {
  const { today } = past
  const start = addDays(today, -activatedDaysAgo - 1)
  await changeWithApproval(past, actors, start, (ctx) => activateDelinquencyPlan(ctx, 1))
  await changeWithApproval(past, actors, start, (ctx) =>
    createNoticePeriod(ctx, {
      ...{ state: 'FL', productId: 6, reason: 'notTaken', noticeDays: 10, isFlatAllowed: true },
      source: 'Demo data: flat cancellation of excess flood policies',
    }),
  )
  const scenes: { journey: DelinquencyJourney; scene: Scene }[] = []
  for (const journey of journeys) {
    const { policyId, totalCents } = await writePolicy(past, journey.policy)
    scenes.push({ journey, scene: { past, actors, policy: journey.policy, policyId, totalCents } })
  }
  const [active] = await readActivePlans(past.at(past.now, job))
  if (!active) throw new Error('The delinquency plan was not activated.')
  const stepDates = await getStepDates(
    past,
    scenes.map(({ journey }) => journey.policy.policyNo),
  )
  const eventDays = scenes.flatMap(({ journey }) => Object.keys(journey.events).map(Number))
  for (let daysAgo = Math.max(activatedDaysAgo, ...eventDays); daysAgo > 0; daysAgo--) {
    const day = addDays(today, -daysAgo)
    const policyIds = scenes
      .filter(({ journey }) => daysAgo < activatedDaysAgo && stepDates.get(journey.policy.policyNo)?.has(day))
      .map(({ scene }) => scene.policyId)
    if (policyIds.length > 0)
      await past.play(getSimulatedTime(day), job, (ctx) =>
        processDelinquency(ctx, policyIds, active, active.plan.dailyNoticeCap),
      )
    for (const { journey, scene } of scenes) await journey.events[daysAgo]?.(scene, day)
    if (exportDays.includes(daysAgo)) await exportLetters(past, actors, daysAgo)
  }
  return scenes.length
}

async function exportLetters(past: Simulation, { internal }: DemoActors, daysAgo: number): Promise<void> {
  const day = addDays(past.today, -daysAgo)
  const { exportId } = await past.play(getSimulatedTime(day), internal, (ctx) => createLetterExport(ctx))
  if (daysAgo === unmailedExport) return
  const mailedOn = addDays(day, 1)
  const { rejected } = await past.play(getSimulatedTime(mailedOn), internal, (ctx) =>
    recordExportMailing(ctx, exportId, mailedOn),
  )
  if (rejected.length > 0) throw new Error(`Letters were not mailed: ${rejected[0]?.message}`)
}

/**
 * Reports the claim that puts a notice of cancellation on hold, then runs the hourly job for all policies, one hour
 * before the load time. Call it after all policies are written.
 */
export async function simulateDelinquencyToday(
  past: Simulation,
  actors: DemoActors,
  claimPolicyNo: string,
): Promise<void> {
  const [dateOfLoss, noticeDate] = [addDays(past.today, -6), addDays(past.today, -5)]
  await past.play(getSimulatedTime(noticeDate), actors.internal, (ctx) =>
    createClaim(ctx, {
      ...{ policyNo: claimPolicyNo, noticeDate, dateOfLoss, causeOfLoss: 'flood' },
      ...{ description: 'Water in the garage.', ...demoAdjuster },
    }),
  )
  await past.play(new Date(past.now.getTime() - hourMs), job, (ctx) => runDelinquency(ctx))
}
