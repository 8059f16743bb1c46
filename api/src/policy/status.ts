import { getPropertyDate, type PropertyLocation, propertyDateSql } from '../calendar/property-date.ts'
import { earthquakeCondition, isEarthquake } from '../catalog/products.ts'

type PolicyStatus = 'Cancelled' | 'Expired' | 'Pending Cancel' | 'Non-renew' | 'Bound' | 'Active' | 'Inactive'

/** Values that determine a policy's status. */
export interface PolicyStatusFacts extends PropertyLocation {
  productId: number
  inceptionDate: string
  expirationDate: string
  cancelledAt: Date | null
  pendingCancelAt: Date | null
  nonRenewedAt: Date | null
  grossPremiumCents: number
}

export interface PolicyStatusFlags {
  status: PolicyStatus
  isCancelled: boolean
  isPendingCancel: boolean
  isExpired: boolean
  isNonRenewal: boolean
  /** Whether the term has started. */
  hasIncepted: boolean
  /** Whether the policy can be cancelled: it is not cancelled, pending cancel or expired. */
  canCancelPolicy: boolean
}

/**
 * Returns the status of a policy at `now`. Checks the statuses in the order of POL-3: Cancelled (and not pending),
 * Expired, Pending Cancel, Non-renew (earthquake), Bound, Active, Inactive.
 */
export function getPolicyStatus(facts: PolicyStatusFacts, now: Date): PolicyStatusFlags {
  const today = getPropertyDate(now, facts)
  const isPendingCancel = facts.pendingCancelAt !== null
  const isCancelled = facts.cancelledAt !== null && !isPendingCancel
  const isExpired = facts.expirationDate <= today
  const isNonRenewal = facts.nonRenewedAt !== null
  const hasIncepted = facts.inceptionDate <= today
  const canCancelPolicy = !isCancelled && !isPendingCancel && !isExpired
  const isActive = canCancelPolicy || facts.grossPremiumCents !== 0
  const status: PolicyStatus = isCancelled
    ? 'Cancelled'
    : isExpired
      ? 'Expired'
      : isPendingCancel
        ? 'Pending Cancel'
        : isNonRenewal && isEarthquake(facts.productId)
          ? 'Non-renew'
          : isActive && !hasIncepted
            ? 'Bound'
            : isActive
              ? 'Active'
              : 'Inactive'
  return { status, isCancelled, isPendingCancel, isExpired, isNonRenewal, hasIncepted, canCancelPolicy }
}

/**
 * Returns the SQL version of `getPolicyStatus` for the `policies` columns with the given `alias`. `now` is a
 * timestamptz expression. A test checks that both versions agree.
 */
export function buildPolicyStatusSql(alias: string, now: string) {
  const p = alias
  const today = propertyDateSql(p, now)
  const isPendingCancel = `(${p}.pending_cancel_at is not null)`
  const isCancelled = `(${p}.cancelled_at is not null and ${p}.pending_cancel_at is null)`
  const isExpired = `(${p}.expiration_date <= ${today})`
  const canCancelPolicy = `(${p}.cancelled_at is null and ${p}.pending_cancel_at is null and not ${isExpired})`
  const isActive = `(${canCancelPolicy} or ${p}.gross_premium_cents <> 0)`
  const status = `(case when ${isCancelled} then 'Cancelled' when ${isExpired} then 'Expired'
    when ${isPendingCancel} then 'Pending Cancel'
    when ${p}.non_renewed_at is not null and ${earthquakeCondition(`${p}.product_id`)} then 'Non-renew'
    when ${isActive} and ${p}.inception_date > ${today} then 'Bound'
    when ${isActive} then 'Active' else 'Inactive' end)`
  return { today, isPendingCancel, isCancelled, isExpired, canCancelPolicy, status }
}
