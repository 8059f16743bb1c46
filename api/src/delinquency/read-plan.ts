import type { Kysely, Selectable } from 'kysely'
import { getEasternDate } from '../calendar/property-date.ts'
import type { DB, DelinquencyPlan as PlanRow } from '../db/schema.ts'
import type { DelinquencyPlan, NoticePeriod } from './decide-steps.ts'

/** A version of the delinquency plan. `defaultNoticeDays` applies in states without their own notice period (DEL-7). */
export interface DelinquencyPlanVersion extends DelinquencyPlan {
  version: number
  state: Selectable<PlanRow>['state']
  defaultNoticeDays: number
  /**
   * Whether the plan is paused. While it is paused, no step starts and nothing is cancelled, but payments still rescind
   * notices.
   */
  isPaused: boolean
  /** End of the last pause. No cancellation takes effect on a date within the pause. */
  resumedAt: Date | null
  /** Maximum number of past-due notices and notices of cancellation per day (DEL-10). */
  dailyNoticeCap: number
  /** Number of days for printing and mailing. These days are added to the notice days in the date on the letter. */
  printDays: number
}

/**
 * @param activatedOn date in Eastern time of the first activation of any version. A later version does not change
 * which arrears are ignored (DEL-3).
 */
const toPlanVersion = (row: Selectable<PlanRow>, activatedOn: string | undefined): DelinquencyPlanVersion => ({
  version: row.version,
  state: row.state,
  invoiceDaysBefore: row.invoice_days_before,
  renewalInvoiceDaysBefore: row.renewal_invoice_days_before,
  reminderDaysBefore: row.reminder_days_before,
  pastDueNoticeDaysAfter: row.past_due_notice_days_after,
  termCancellationDaysAfter: row.term_cancellation_days_after,
  otherCancellationDaysAfter: row.other_cancellation_days_after,
  defaultNoticeDays: row.default_notice_days,
  minEndorsementCents: row.min_endorsement_cents,
  isPaused: row.paused_at !== null,
  resumedAt: row.resumed_at,
  dailyNoticeCap: row.daily_notice_cap,
  printDays: row.print_days,
  activatedOn,
})

/** Returns all versions of the delinquency plan, newest first (DEL-1). */
export async function readDelinquencyPlans(db: Kysely<DB>): Promise<DelinquencyPlanVersion[]> {
  const rows = await db.selectFrom('delinquency_plans').selectAll().orderBy('version', 'desc').execute()
  const activations = rows.flatMap(({ activated_at }) => (activated_at ? [activated_at] : []))
  const [first] = activations.toSorted((one, other) => one.getTime() - other.getTime())
  const activatedOn = first && getEasternDate(first)
  return rows.map((row) => toPlanVersion(row, activatedOn))
}

/** Returns the active version of the delinquency plan, if there is one. */
export const findActivePlan = async (db: Kysely<DB>): Promise<DelinquencyPlanVersion | undefined> =>
  (await readDelinquencyPlans(db)).find(({ state }) => state === 'active')

/** Returns the notice days by state, product and reason (DEL-7). */
export async function readNoticePeriods(db: Kysely<DB>): Promise<NoticePeriod[]> {
  const rows = await db.selectFrom('notice_periods').selectAll().orderBy('state').orderBy('product_id').execute()
  return rows.map(({ state, product_id, reason, notice_days, is_flat_allowed }) => ({
    ...{ state, productId: product_id, reason, noticeDays: notice_days, isFlatAllowed: is_flat_allowed },
  }))
}
