import type { DelinquencyDryRun, DelinquencyPlanState } from '@tideline/sdk/types'
import { findProduct } from '@tideline/sdk/words'
import { createPendingApprovalError, submitForApproval } from '../approvals/approvals.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { getEasternDate } from '../calendar/property-date.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'
import { decideSteps } from './decide-steps.ts'
import { readDelinquencyBatches } from './read-delinquency.ts'
import { type DelinquencyPlanVersion, readActiveVersions, readDelinquencyPlans } from './read-plan.ts'

/** Returns a version of the delinquency plan. Throws 404. */
export async function requirePlan({ db }: Pick<Ctx, 'db'>, version: number): Promise<DelinquencyPlanVersion> {
  const plan = (await readDelinquencyPlans(db)).find((one) => one.version === version)
  if (!plan) throw createNotFoundError({ version })
  return plan
}

const toPlanResponse = ({ version, state, isPaused }: DelinquencyPlanVersion): DelinquencyPlanState => ({
  ...{ version, state, isPaused },
})

/**
 * Counts the steps that a version would start today. If no version was ever activated, the count assumes that
 * activation is today (DEL-3).
 * @throws {ApiError} 404 if the version does not exist
 */
export async function previewDelinquencyPlan(
  ctx: Pick<Ctx, 'db' | 'now'>,
  version: number,
): Promise<DelinquencyDryRun> {
  const found = await requirePlan(ctx, version)
  const plan = { ...found, activatedOn: found.activatedOn ?? getEasternDate(ctx.now) }
  const reader = { ...ctx, writeOffLimitCents: await readWriteOffLimitCents(ctx.db, ctx.now) }
  const counts = { invoice: 0, reminder: 0, pastDueNotice: 0, cancellationNotice: 0 }
  let [policies, onHold] = [0, 0]
  for await (const batch of readDelinquencyBatches(reader, plan))
    for (const { obligations, facts, today } of batch) {
      const steps = decideSteps(obligations, facts, plan, today)
      if (steps.length > 0) policies += 1
      for (const { step, outcome } of steps) {
        if (outcome === 'hold') onHold += 1
        else counts[step] += 1
      }
    }
  return {
    ...{ policies, invoices: counts.invoice, reminders: counts.reminder, pastDueNotices: counts.pastDueNotice },
    ...{ cancellationNotices: counts.cancellationNotice, onHold },
  }
}

/**
 * Locks all versions, so that concurrent changes run one after the other. Then returns the requested version. Throws
 * 404.
 */
async function lockPlan(ctx: TransactionContext, version: number): Promise<DelinquencyPlanVersion> {
  await ctx.db.selectFrom('delinquency_plans').select('version').orderBy('version').forUpdate().execute()
  return requirePlan(ctx, version)
}

/**
 * Activates a draft after approval. The draft replaces the active version for the same product, or for all products
 * (DEL-32). If the plan is paused, the draft starts paused.
 * @throws {ApiError} 404 if the version does not exist; 409 if it is not a draft
 */
export async function applyPlanActivation(ctx: TransactionContext, id: string): Promise<void> {
  const { version, state, productId } = await lockPlan(ctx, Number(id))
  if (state !== 'draft') throw createConflictError('plan_not_draft', 'This version is not a draft.')
  // A pause applies to all versions.
  const other = await ctx.db
    .selectFrom('delinquency_plans')
    .select(['paused_at', 'resumed_at'])
    .where('state', '=', 'active')
    .orderBy('version')
    .executeTakeFirst()
  const before = await ctx.db
    .updateTable('delinquency_plans')
    .set({ state: 'replaced' })
    .where('state', '=', 'active')
    .where('product_id', 'is not distinct from', productId)
    .returning('version')
    .executeTakeFirst()
  await ctx.db
    .updateTable('delinquency_plans')
    .set({
      ...{ state: 'active', activated_at: ctx.now },
      ...{ paused_at: other?.paused_at ?? null, resumed_at: other?.resumed_at ?? null },
    })
    .where('version', '=', version)
    .execute()
  await writeAuditEntry(ctx, {
    ...{ action: 'delinquency.activatePlan', entity: 'delinquencyPlan', entityId: id },
    details: { replaced: before?.version ?? null },
  })
}

/**
 * Submits the activation of a draft for approval, with the result of a dry run (DEL-11). If no one else can approve,
 * activates the draft immediately.
 * @throws {ApiError} 404 if the version does not exist; 409 if it is not a draft or the approval is pending
 */
export async function activateDelinquencyPlan(ctx: Ctx, version: number): Promise<DelinquencyPlanState> {
  const isPending = await runInTransaction(ctx, async (ctx) => {
    const { state, productId } = await lockPlan(ctx, version)
    if (state !== 'draft') throw createConflictError('plan_not_draft', 'This version is not a draft.')
    const active = (await readActiveVersions(ctx.db)).find((plan) => plan.productId === productId)
    const counts = await previewDelinquencyPlan(ctx, version)
    const changes = [
      { field: 'version', before: String(active?.version ?? ''), after: String(version) },
      { field: 'product', before: '', after: (productId && findProduct(productId)?.name) || 'All products' },
      ...Object.entries(counts).map(([field, count]) => ({ field, before: '', after: String(count) })),
    ]
    const about = { kind: 'delinquencyPlan', entityId: String(version), role: 'superuser' } as const
    if (await submitForApproval(ctx, { ...about, changes, payload: {} })) return true
    await applyPlanActivation(ctx, String(version))
    return false
  })
  if (isPending) throw createPendingApprovalError()
  return toPlanResponse(await requirePlan(ctx, version))
}

const changePause = (
  ctx: Ctx,
  action: 'delinquency.pause' | 'delinquency.resume',
  columns: { paused_at: Date | null; resumed_at?: Date },
): Promise<DelinquencyPlanState> =>
  runInTransaction(ctx, async (ctx) => {
    const versions = await ctx.db
      .selectFrom('delinquency_plans')
      .select(['version', 'paused_at'])
      .where('state', '=', 'active')
      .orderBy('version')
      .forUpdate()
      .execute()
    const latest = versions.at(-1)
    if (!latest) throw createConflictError('no_active_plan', 'No delinquency plan is active.')
    for (const { version, paused_at } of versions) {
      const isChanged = (paused_at === null) !== (columns.paused_at === null)
      if (!isChanged) continue
      await ctx.db.updateTable('delinquency_plans').set(columns).where('version', '=', version).execute()
      await writeAuditEntry(ctx, { action, entity: 'delinquencyPlan', entityId: String(version) })
    }
    return toPlanResponse(await requirePlan(ctx, latest.version))
  })

/** Pauses all active versions. Does nothing if they are already paused. Throws 409 if no version is active. */
export const pauseDelinquency = (ctx: Ctx): Promise<DelinquencyPlanState> =>
  changePause(ctx, 'delinquency.pause', { paused_at: ctx.now })

/** Ends the pause of all active versions. Does nothing if they are not paused. Throws 409 if no version is active. */
export const resumeDelinquency = (ctx: Ctx): Promise<DelinquencyPlanState> =>
  changePause(ctx, 'delinquency.resume', { paused_at: null, resumed_at: ctx.now })
