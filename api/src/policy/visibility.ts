import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInSubtree, subtreeCondition } from '../agencies/store.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { prepared } from '../db/prepared-statement.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor, Ctx, TransactionContext } from '../http/context.ts'
import type { PolicyBalance } from '../ledger/store.ts'
import { ownPolicyCondition } from '../link-tokens/own-policies.ts'
import { getPolicyStatus, type PolicyStatusFlags } from './status.ts'

/**
 * A policy for other areas, with converted values instead of database columns. Amounts are integer cents, and dates are
 * `YYYY-MM-DD`.
 */
export interface Policy extends PolicyStatusFlags {
  policyId: string
  policyNo: string
  productId: number
  agencyId: string
  agencyNo: string
  identityId: string
  quoteNumber: string | null
  /** The next term of the policy, if one is bound. */
  nextPolicyId: string | null
  firstName: string
  lastName: string
  insuredName: string
  email: string
  phone: string | null
  addressLine: string
  state: string
  /** Time zone of the property, if its state has several (POL-7). */
  timeZone: string | null
  zip: string
  countyFips: string | null
  inceptionDate: string
  effectiveDate: string
  expirationDate: string
  paymentInterval: 'Annual' | 'Monthly'
  originalTransType: 'NB' | 'RN'
  hasImmediateClosing: boolean
  canChangeEffectiveDate: boolean
  cancelReasonCode: string | null
  cancelledAt: Date | null
  pendingCancelAt: Date | null
  nonRenewedAt: Date | null
  /** Time when the pending cancellation was accepted with a future effective date (CAN-13). */
  cancelAcceptedAt: Date | null
  cancelEffectiveDate: string | null
  /** Whether the cancellation is accepted but not yet effective at the property. */
  isEndAhead: boolean
  grossPremiumCents: number
  totalPremiumCents: number
  isSignedByAgent: boolean
  isSignedByInsured: boolean
  isPaid: boolean
  lastTransactionType: string | null
}

/**
 * Returns the SQL condition for the `policies p` that an actor may see. Agents see policies of their agency and its
 * sub-agencies. Insureds see their own policies, limited by their link. Staff and jobs see all policies; anonymous
 * callers see none.
 */
export function createVisibilityCondition(actor: Actor): RawBuilder<SqlBool> {
  switch (actor.kind) {
    case 'staff':
    case 'job':
    case 'webhook':
      return sql<SqlBool>`true`
    case 'insured':
      return ownPolicyCondition(actor)
    case 'agent':
      return isInSubtree(sql`p.agency_id`, sql`${actor.agencyId}`)
    case 'anonymous':
      return sql<SqlBool>`false`
  }
}

/**
 * Returns the two parameters of `buildVisibilitySql`, the version of `createVisibilityCondition` for prepared
 * statements.
 */
export function getVisibilityParameters(actor: Actor): [kind: string, id: string | null] {
  switch (actor.kind) {
    case 'staff':
    case 'job':
    case 'webhook':
      return ['staff', null]
    case 'insured':
      return actor.identification.method === 'link' ? ['linked', actor.sessionId] : ['insured', actor.identityId]
    case 'agent':
      return ['agent', actor.agencyId]
    case 'anonymous':
      return ['anonymous', null]
  }
}
export const buildVisibilitySql = (kind: string, id: string) => `case ${kind}::text
    when 'staff' then true
    when 'insured' then p.identity_id = ${id}::uuid
    when 'linked' then p.policy_id in (select policies_of_session(${id}::uuid))
    when 'agent' then ${subtreeCondition('p.agency_id', id)}
    else false end`

const columns = sql.raw(`p.policy_id as "policyId", p.policy_no as "policyNo", p.product_id as "productId",
  p.agency_id as "agencyId", p.agency_no as "agencyNo", p.identity_id as "identityId", p.quote_number as "quoteNumber",
  p.next_policy_id as "nextPolicyId",
  p.first_name as "firstName", p.last_name as "lastName", p.insured_name as "insuredName", p.email, p.phone,
  p.address_line as "addressLine", p.state, p.time_zone as "timeZone", p.zip, p.county_fips as "countyFips", p.inception_date as "inceptionDate",
  p.effective_date as "effectiveDate", p.expiration_date as "expirationDate", p.payment_interval as "paymentInterval",
  p.original_trans_type as "originalTransType", p.has_immediate_closing as "hasImmediateClosing",
  p.can_change_effective_date as "canChangeEffectiveDate", p.cancel_reason_code as "cancelReasonCode",
  p.cancelled_at as "cancelledAt", p.pending_cancel_at as "pendingCancelAt", p.non_renewed_at as "nonRenewedAt",
  p.cancel_accepted_at as "cancelAcceptedAt", p.cancel_effective_date as "cancelEffectiveDate",
  p.gross_premium_cents as "grossPremiumCents", p.total_premium_cents as "totalPremiumCents",
  p.is_signed_by_agent as "isSignedByAgent", p.is_signed_by_insured as "isSignedByInsured", p.is_paid as "isPaid",
  p.last_transaction_type as "lastTransactionType"`)

type Row = Omit<Policy, keyof PolicyStatusFlags | 'isEndAhead'>

function toPolicy(row: Row, now: Date): Policy {
  const flags = getPolicyStatus(row, now)
  const { cancelAcceptedAt, cancelEffectiveDate } = row
  const waits = flags.isPendingCancel && cancelAcceptedAt !== null && cancelEffectiveDate !== null
  return { ...row, ...flags, isEndAhead: waits && getPropertyDate(now, row) < cancelEffectiveDate }
}

const withoutLock = sql.raw('')
const withLock = sql.raw('for no key update of p')

async function findPolicies(ctx: Ctx, picked: RawBuilder<unknown>, lock: RawBuilder<unknown>): Promise<Policy[]> {
  const { rows } = await sql<Row>`${prepared}
    select ${columns} from policies p where ${picked} and ${createVisibilityCondition(ctx.actor)}
    order by p.policy_id ${lock}`.execute(ctx.db)
  return rows.map((row) => toPolicy(row, ctx.now))
}

async function findPolicy(ctx: Ctx, policyNo: string, lock: RawBuilder<unknown>): Promise<Policy> {
  const [policy] = await findPolicies(ctx, sql`p.policy_no = ${policyNo}`, lock)
  if (!policy) throw createNotFoundError({ policyNo })
  return policy
}

/**
 * Returns the policy with this number. Throws 404 if it does not exist or is not visible to the caller. Both responses
 * are identical (ACC-4).
 */
export const requirePolicy = (ctx: Ctx, policyNo: string) => findPolicy(ctx, policyNo, withoutLock)

/**
 * Returns the policy like `requirePolicy`, and locks it until the transaction ends. All actions that change a policy
 * call it.
 */
export const lockPolicy = (ctx: TransactionContext, policyNo: string) => findPolicy(ctx, policyNo, withLock)

/**
 * Locks a policy and then its balance in one statement, and returns both. Returns undefined if the policy is not visible to
 * the caller or was never invoiced. If another transaction changed one of them meanwhile, PostgreSQL returns the new values.
 */
export async function lockInvoicedPolicy(
  ctx: TransactionContext,
  policyNo: string,
): Promise<{ policy: Policy; balance: PolicyBalance } | undefined> {
  const { rows } = await sql<Row & { balance: PolicyBalance }>`${prepared}
    select ${columns}, json_build_object('invoicedCents', b.invoiced_cents, 'receivedCents', b.received_cents,
      'processingCents', b.processing_cents, 'refundableCents', b.refundable_cents, 'dueCents', b.due_cents) as balance
    from policies p join policy_balances b using (policy_id)
    where p.policy_no = ${policyNo} and ${createVisibilityCondition(ctx.actor)}
    for no key update of p for update of b`.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const { balance, ...row } = found
  return { policy: toPolicy(row, ctx.now), balance }
}

/** Locks and returns those of the policies that are visible to the caller, in the order of their ids. */
export const lockPoliciesById = (ctx: TransactionContext, policyIds: readonly string[]) =>
  findPolicies(ctx, sql`p.policy_id = any(${policyIds}::uuid[])`, withLock)
