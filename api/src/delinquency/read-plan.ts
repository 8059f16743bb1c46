import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { getEasternDate } from '../calendar/property-date.ts'
import type { DB, DelinquencyPlan as PlanRow } from '../db/schema.ts'
import type { DelinquencyPlan, NoticePeriod } from './decide-steps.ts'

/** A version of the delinquency plan. `defaultNoticeDays` applies in states without their own notice period (DEL-7). */
export interface DelinquencyPlanVersion extends DelinquencyPlan {
  version: number
  state: Selectable<PlanRow>['state']
  /** The only product of the version. Null if it applies to all products without an active version of their own (DEL-32). */
  productId: number | null
  /** Steps that are also emailed to the agency (DEL-33). */
  agencySteps: readonly string[]
  /** Products to which a version for all products does not apply. */
  otherProductIds: readonly number[]
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
 * Returns the date in Eastern time on which a product was first included in an active version. A later version does not
 * change which arrears are ignored (DEL-3).
 */
function getActivatedOn(rows: readonly Selectable<PlanRow>[], productId: number | null): string | undefined {
  const [first] = rows
    .filter(({ product_id }) => product_id === null || product_id === productId)
    .flatMap(({ activated_at }) => activated_at ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
  return first && getEasternDate(first)
}

const toPlanVersion = (row: Selectable<PlanRow>, rows: readonly Selectable<PlanRow>[]): DelinquencyPlanVersion => ({
  version: row.version,
  state: row.state,
  productId: row.product_id,
  agencySteps: row.agency_steps,
  otherProductIds: rows.flatMap(({ product_id, state }) =>
    row.product_id === null && state === 'active' && product_id !== null ? product_id : [],
  ),
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
  activatedOn: getActivatedOn(rows, row.product_id),
})

/** Returns all versions of the delinquency plan, newest first (DEL-1). */
export async function readDelinquencyPlans(db: Kysely<DB>): Promise<DelinquencyPlanVersion[]> {
  const rows = await db.selectFrom('delinquency_plans').selectAll().orderBy('version', 'desc').execute()
  return rows.map((row) => toPlanVersion(row, rows))
}

/** Returns the active versions, newest first: at most one for each product and one for all other products (DEL-32). */
export const readActiveVersions = async (db: Kysely<DB>): Promise<DelinquencyPlanVersion[]> =>
  (await readDelinquencyPlans(db)).filter(({ state }) => state === 'active')

/** Returns the active version for a product, if there is one. Its own version takes precedence (DEL-32). */
export async function findActivePlan(db: Kysely<DB>, productId: number): Promise<DelinquencyPlanVersion | undefined> {
  const plans = await readActiveVersions(db)
  return plans.find((plan) => plan.productId === productId) ?? plans.find((plan) => plan.productId === null)
}

/**
 * Locks an active version until the transaction ends, so that it is neither paused nor replaced meanwhile. Returns it as
 * it is now, or undefined if it is no longer active.
 */
export async function lockActivePlan(
  trx: Transaction<DB>,
  version: number,
): Promise<DelinquencyPlanVersion | undefined> {
  await trx.selectFrom('delinquency_plans').select('version').where('version', '=', version).forShare().execute()
  return (await readActiveVersions(trx)).find((plan) => plan.version === version)
}

/** Returns whether a version applies to a product. Same as `planProductCondition`. */
export const isPlanOfProduct = (
  plan: Pick<DelinquencyPlanVersion, 'productId' | 'otherProductIds'>,
  productId: number,
): boolean => (plan.productId === null ? !plan.otherProductIds.includes(productId) : plan.productId === productId)

/** SQL condition for the policies `p` to which a version applies (DEL-32). */
export const planProductCondition = ({
  productId,
  otherProductIds,
}: Pick<DelinquencyPlanVersion, 'productId' | 'otherProductIds'>): RawBuilder<SqlBool> => {
  if (productId !== null) return sql<SqlBool>`p.product_id = ${productId}`
  return otherProductIds.length > 0
    ? sql<SqlBool>`p.product_id <> all(${otherProductIds}::smallint[])`
    : sql<SqlBool>`true`
}

/** Returns the notice days by state, product and reason (DEL-7). */
export async function readNoticePeriods(db: Kysely<DB>): Promise<NoticePeriod[]> {
  const rows = await db.selectFrom('notice_periods').selectAll().orderBy('state').orderBy('product_id').execute()
  return rows.map(({ state, product_id, reason, notice_days, is_flat_allowed }) => ({
    ...{ state, productId: product_id, reason, noticeDays: notice_days, isFlatAllowed: is_flat_allowed },
  }))
}
