import { type SqlBool, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'
import { withdrawPaidLetters } from './postal-notices.ts'
import { type ActivePlan, getDelinquencyWork, processDelinquency } from './process-policy.ts'
import { type PolicyDelinquency, readDelinquencyBatches } from './read-delinquency.ts'
import {
  type DelinquencyPlanVersion,
  planProductCondition,
  readActiveVersions,
  readNoticePeriods,
} from './read-plan.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'run-delinquency': Record<string, never>
  }
}

/** Crontab line: every hour. Each property is processed soon after the local date changes. */
export const runDelinquencySchedule = '17 * * * * run-delinquency ?max=3'

/** Returns the active versions of the plan, each with the notice periods and the write-off limit (DEL-32). */
export async function readActivePlans({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ActivePlan[]> {
  const versions = await readActiveVersions(db)
  if (versions.length === 0) return []
  const rules = { periods: await readNoticePeriods(db), writeOffLimitCents: await readWriteOffLimitCents(db, now) }
  return versions.map((plan) => ({ plan, ...rules }))
}

/** Returns the number of past-due notices and notices of cancellation under a version on the current date (UTC). */
async function countNoticesToday({ db, now }: Pick<Ctx, 'db' | 'now'>, plan: DelinquencyPlanVersion): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const isToday = sql<SqlBool>`n.created_at >= ${`${today}T00:00:00Z`}::timestamptz
    and n.created_at < ${`${addDays(today, 1)}T00:00:00Z`}::timestamptz`
  const condition = sql<SqlBool>`${isToday} and ${planProductCondition(plan)}`
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from delinquency_steps n join obligations o using (obligation_id)
        join policies p on p.policy_id = o.policy_id where ${condition} and n.step = 'pastDueNotice')::int
      + (select count(*) from cancellation_notices n join policies p using (policy_id) where ${condition})::int as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Splits policies into groups, each for one transaction. A policy whose notice changes is a group by itself. */
function groupPolicies(
  policies: readonly PolicyDelinquency[],
  plan: DelinquencyPlanVersion,
  noticesLeft: number,
  size: number,
): PolicyDelinquency[][] {
  const byWork = Map.groupBy(policies, (policy) => getDelinquencyWork(policy, plan, noticesLeft))
  const amountDue = byWork.get('amountDue') ?? []
  const groups = (byWork.get('cancellationNotice') ?? []).map((policy) => [policy])
  for (let start = 0; start < amountDue.length; start += size) groups.push(amountDue.slice(start, start + size))
  return groups
}

/** Maximum number of transactions that run at the same time. */
const maxParallelGroups = 3

/**
 * Returns the number of groups that can be processed at the same time. Returns 1 inside a transaction, and if the notices
 * could exceed the daily cap, because the last policies are then omitted (DEL-10).
 */
function getParallelGroups({ db }: Ctx, policies: readonly PolicyDelinquency[], noticesLeft: number): number {
  // A policy gets at most one past-due notice per obligation and one notice of cancellation.
  const mostNotices = policies.reduce((sum, { obligations }) => sum + obligations.length + 1, 0)
  return mostNotices <= noticesLeft && !db.isTransaction ? maxParallelGroups : 1
}

/** The progress of a run of the job. */
interface DelinquencyRun {
  active: ActivePlan
  noticesLeft: number
  /** Numbers of the policies that failed. */
  failed: string[]
}

/** Processes policies in one transaction. If it fails, processes each of them by itself. */
async function processGroup(ctx: Ctx, run: DelinquencyRun, group: readonly PolicyDelinquency[]): Promise<void> {
  const policyIds = group.map(({ policyId }) => policyId)
  try {
    const sentCount = await processDelinquency(ctx, policyIds, run.active, run.noticesLeft)
    run.noticesLeft -= sentCount
  } catch (err) {
    const [policy] = group
    if (group.length > 1) for (const one of group) await processGroup(ctx, run, [one])
    else if (policy) {
      ctx.log.error({ err, policyNo: policy.policyNo }, 'delinquency processing of a policy failed')
      run.failed.push(policy.policyNo)
    }
  }
}

/** Carries out the steps of one version for its policies. Returns the numbers of the policies that failed. */
async function runPlan(
  ctx: Ctx,
  active: ActivePlan,
  groupSize: number,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { plan, writeOffLimitCents } = active
  const run: DelinquencyRun = {
    ...{ active, failed: [], noticesLeft: plan.dailyNoticeCap - (await countNoticesToday(ctx, plan)) },
  }
  for await (const batch of readDelinquencyBatches({ ...ctx, writeOffLimitCents }, plan)) {
    const groups = groupPolicies(batch, plan, run.noticesLeft, groupSize).values()
    const processGroups = async () => {
      for (const group of groups) {
        signal?.throwIfAborted()
        await processGroup(ctx, run, group)
      }
    }
    const length = getParallelGroups(ctx, batch, run.noticesLeft)
    // Waits for all groups, so that no transaction is open when the job ends.
    const results = await Promise.allSettled(Array.from({ length }, processGroups))
    const failure = results.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }
  return run.failed
}

/**
 * Carries out the steps of the active delinquency plan for all policies with open amounts (DEL-1), with the version of
 * each product (DEL-32). Each `groupSize` policies share a transaction for emails about amounts due. A policy whose
 * notice of cancellation changes has its own transaction. Each transaction also records its steps, so the job can be
 * repeated after a crash.
 * @throws {Error} if a policy failed, after all others were processed
 */
export async function runDelinquency(ctx: Ctx, signal?: AbortSignal, groupSize = 100): Promise<void> {
  await withdrawPaidLetters(ctx)
  const failed: string[] = []
  for (const active of await readActivePlans(ctx)) failed.push(...(await runPlan(ctx, active, groupSize, signal)))
  if (failed.length > 0)
    throw new Error(`Delinquency processing failed for ${failed.length} policies. The first is ${failed[0]}.`)
}
