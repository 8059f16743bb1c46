import type { AdminDelinquencyPlan, AdminDelinquencyPlanCreate } from '@tideline/sdk/types'
import { type Selectable, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DelinquencyPlan as PlanRow } from '../db/schema.ts'
import { createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, toIdArray } from '../http/collection.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { findStepOrderError } from './plan-days.ts'

/** List of all versions of the delinquency plan. */
export const adminDelinquencyPlanCollection: Collection<'listAdminDelinquencyPlans', Selectable<PlanRow>> = {
  name: 'delinquencyPlans',
  from: sql`delinquency_plans p`,
  columns: sql`p.*`,
  id: sql`p.version`,
  sorts: { version: sql`p.version` },
  filters: {
    state: (state) => sql`p.state = ${state}`,
    id: (ids) => sql`p.version::text = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => ({
    ...{
      id: String(row.version),
      version: row.version,
      productId: row.product_id as AdminDelinquencyPlan['productId'],
    },
    ...{ state: row.state, isPaused: row.paused_at !== null },
    ...{ invoiceDaysBefore: row.invoice_days_before, renewalInvoiceDaysBefore: row.renewal_invoice_days_before },
    ...{ reminderDaysBefore: row.reminder_days_before, pastDueNoticeDaysAfter: row.past_due_notice_days_after },
    termCancellationDaysAfter: row.term_cancellation_days_after,
    otherCancellationDaysAfter: row.other_cancellation_days_after,
    ...{ defaultNoticeDays: row.default_notice_days, printDays: row.print_days, dailyNoticeCap: row.daily_notice_cap },
    minEndorsementAmount: toDollars(row.min_endorsement_cents),
    agencySteps: row.agency_steps as AdminDelinquencyPlan['agencySteps'],
    activatedAt: row.activated_at?.toISOString() ?? null,
    createdAt: row.created_by_name === null ? null : row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }),
}

/** Returns a version of the delinquency plan. Throws 404. */
export async function requireAdminPlan(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminDelinquencyPlan> {
  const found = await findCollectionRow(ctx.db, adminDelinquencyPlanCollection, id)
  if (!found) throw createNotFoundError({ version: id })
  return found
}

/**
 * Creates the next version of the delinquency plan as a draft (DEL-13).
 * @throws {ApiError} 422 if the steps would be out of order
 */
export const createPlanDraft = (ctx: Ctx, days: AdminDelinquencyPlanCreate): Promise<AdminDelinquencyPlan> =>
  runInTransaction(ctx, async (ctx) => {
    const problem = findStepOrderError({ ...days })
    if (problem)
      throw createUnprocessableError('plan_days_out_of_order', `${problem.field}: ${problem.message}`, problem.field)
    await ctx.db.selectFrom('delinquency_plans').select('version').orderBy('version').forUpdate().execute()
    const { version } = await ctx.db
      .insertInto('delinquency_plans')
      .values({
        version: sql<number>`(select coalesce(max(version), 0) + 1 from delinquency_plans)`,
        ...{ product_id: days.productId, agency_steps: days.agencySteps },
        ...{ invoice_days_before: days.invoiceDaysBefore, renewal_invoice_days_before: days.renewalInvoiceDaysBefore },
        ...{ reminder_days_before: days.reminderDaysBefore, past_due_notice_days_after: days.pastDueNoticeDaysAfter },
        term_cancellation_days_after: days.termCancellationDaysAfter,
        other_cancellation_days_after: days.otherCancellationDaysAfter,
        ...{ default_notice_days: days.defaultNoticeDays, print_days: days.printDays },
        ...{ daily_notice_cap: days.dailyNoticeCap, created_by_name: getActorName(ctx.actor), created_at: ctx.now },
        min_endorsement_cents: Math.round(days.minEndorsementAmount * 100),
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(ctx, {
      ...{ action: 'delinquency.createPlan', entity: 'delinquencyPlan', entityId: String(version) },
      details: { ...days },
    })
    return requireAdminPlan(ctx, String(version))
  })
