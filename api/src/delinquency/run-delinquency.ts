import { type SqlBool, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'
import { type ActivePlan, needsDelinquencyRun, processDelinquency } from './process-policy.ts'
import { readDelinquencyBatches } from './read-delinquency.ts'
import { findActivePlan, readNoticePeriods } from './read-plan.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'run-delinquency': Record<string, never>
  }
}

/** Crontab line: every hour, so that each property is processed soon after its local date changes. */
export const runDelinquencySchedule = '17 * * * * run-delinquency ?max=3'

async function readActivePlan({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ActivePlan | undefined> {
  const plan = await findActivePlan(db)
  if (!plan) return undefined
  return { plan, periods: await readNoticePeriods(db), writeOffLimitCents: await readWriteOffLimitCents(db, now) }
}

/** Returns the number of past-due notices and notices of cancellation on the current date (UTC). */
async function countNoticesToday({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const isToday = sql<SqlBool>`created_at >= ${`${today}T00:00:00Z`}::timestamptz
    and created_at < ${`${addDays(today, 1)}T00:00:00Z`}::timestamptz`
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from delinquency_steps where ${isToday} and step = 'pastDueNotice')::int
      + (select count(*) from cancellation_notices where ${isToday})::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Carries out the steps of the active delinquency plan for all policies with open amounts (DEL-1). Each policy has its
 * own transaction, which also records the steps, so the job can be repeated after a crash.
 * @throws {Error} if a policy failed, after all others were processed
 */
export async function runDelinquency(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const active = await readActivePlan(ctx)
  if (!active) return
  const { plan, writeOffLimitCents } = active
  const reader = { ...ctx, writeOffLimitCents }
  let noticesLeft = plan.dailyNoticeCap - (await countNoticesToday(ctx))
  const failed: string[] = []
  for await (const batch of readDelinquencyBatches(reader, plan))
    for (const delinquency of batch) {
      signal?.throwIfAborted()
      if (!needsDelinquencyRun(delinquency, plan, noticesLeft)) continue
      try {
        noticesLeft -= await processDelinquency(ctx, delinquency.policyNo, active, noticesLeft)
      } catch (err) {
        ctx.log.error({ err, policyNo: delinquency.policyNo }, 'delinquency processing of a policy failed')
        failed.push(delinquency.policyNo)
      }
    }
  if (failed.length > 0)
    throw new Error(`Delinquency processing failed for ${failed.length} policies. The first is ${failed[0]}.`)
}
