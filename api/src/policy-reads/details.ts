import type { Party } from '@tideline/sdk/words'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dollarsSql, selectFields } from '../db/json-sql.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor, Ctx, InsuredActor } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { summarizeDue } from '../ledger/obligations.ts'
import { type AutomaticCharge, findAutomaticCharges } from '../payments/auto-pay/read-auto-pay.ts'
import { billedToLenderSql } from '../policy/payer.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { getViewer } from '../policy/viewer.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'
import {
  type DeadlineSource,
  type DueFields,
  type DueFieldsInput,
  selectDeadlineSource,
  selectDueSource,
  toDueFields,
  toNonpaymentNotice,
  toRenewalHold,
} from './due-fields.ts'

export type PolicyDetails = Operations['getPolicyDetails']['response']['payload']

/** Fields that are calculated from the obligations and from the state of the term. */
type CalculatedFields = keyof DueFields | 'payableAmount' | 'renewalHold' | 'nonpaymentNotice' | 'nextAutomaticCharge'

interface DetailRow extends DueFieldsInput, DeadlineSource {
  isNonRenewal: boolean
  policy: Omit<PolicyDetails, CalculatedFields>
}

const state = buildPolicyStatusSql('p', 'clock.now')
const party = (number: Party, isSigned: string) => `json_build_object('party', ${number}, 'isSigned', ${isSigned},
    'requiresSignatures', exists (select from policy_doc_signatures g where g.policy_id = p.policy_id and g.party = ${number}))`

const detailFields = sql.raw(
  selectFields<Omit<PolicyDetails, CalculatedFields>>({
    policyId: 'p.policy_id',
    policyNo: 'p.policy_no',
    productId: 'p.product_id',
    status: state.status,
    inceptionDate: 'p.inception_date',
    expirationDate: 'p.expiration_date',
    originalPostDate: 'p.original_post_date',
    agencyNo: 'p.agency_no',
    producerName: "nullif(p.producer_name, '')",
    firstName: 'p.first_name',
    lastName: 'p.last_name',
    insuredName: 'p.insured_name',
    email: "nullif(p.email::text, '')",
    phone: 'p.phone',
    addressId: 'p.address_id',
    addressDataVersion: 'p.address_data_version',
    address: 'p.address_line',
    geocode: `(select json_build_object('lat', lat, 'lng', lng) from addresses where address_id = p.address_id
      and version = p.address_data_version and lat is not null and lng is not null)`,
    totalPremium: dollarsSql('p.total_premium_cents'),
    totalDue: dollarsSql('coalesce(b.due_cents, 0)'),
    isPaymentProcessing: 'coalesce(b.processing_cents, 0) > 0',
    processingAmount: dollarsSql('coalesce(b.processing_cents, 0)'),
    isBilledToLender: `coalesce(${billedToLenderSql}, false)`,
    isSigned: `json_build_array(${party(1, 'p.is_signed_by_agent')}, ${party(2, 'p.is_signed_by_insured')})`,
    isPendingCancel: state.isPendingCancel,
    isPolicyCancelled: state.isCancelled,
    isCancelled: state.isCancelled,
    isExpired: state.isExpired,
    canCancelPolicy: state.canCancelPolicy,
  }),
)

const select = async (ctx: Ctx, actor: Actor, condition: RawBuilder<SqlBool>, limit = 200) => {
  const { db, now } = ctx
  const { rows } = await sql<DetailRow>`
    select row_to_json(fields) as policy, p.non_renewed_at is not null as "isNonRenewal",
      ${sql.raw(selectDueSource(state.today))}, ${sql.raw(selectDeadlineSource)}
    from policies p cross join (select ${now}::timestamptz as now) clock
    left join policy_balances b on b.policy_id = p.policy_id
    cross join lateral (select ${detailFields}) fields
    where ${condition}
    order by p.inception_date desc, p.policy_id desc limit ${limit}`.execute(db)
  const charges = await findAutomaticCharges(
    ctx,
    rows.map(({ policy: { policyId } }) => policyId),
  )
  return rows.map((row) => toPolicyDetails(row, actor, charges.get(row.policy.policyId)))
}

function toPolicyDetails(
  { policy, isNonRenewal, ...row }: DetailRow,
  actor: Actor,
  charge: AutomaticCharge | undefined,
): PolicyDetails {
  const due = summarizeDue(row.obligations, row)
  const nonpaymentNotice = toNonpaymentNotice(row, getViewer(actor))
  return {
    ...policy,
    ...toDueFields(due),
    payableAmount: toDollars(due.payableCents),
    renewalHold: toRenewalHold(row, row, { ...policy, isNonRenewal }),
    ...(nonpaymentNotice && { nonpaymentNotice }),
    ...(charge && { nextAutomaticCharge: toChargeResponse(charge) }),
  }
}

const toChargeResponse = ({ chargeDate, amountCents, isCard, lastFour }: AutomaticCharge) => ({
  date: chargeDate,
  amount: toDollars(amountCents),
  isCard,
  lastFourDigits: lastFour,
})

/**
 * Returns a policy without its invoices and payments. Throws 404 if it does not exist or is not visible to the caller.
 */
export async function readPolicyDetails(ctx: Ctx, policyNo: string): Promise<PolicyDetails> {
  const [policy] = await select(
    ctx,
    ctx.actor,
    sql<SqlBool>`p.policy_no = ${policyNo} and ${createVisibilityCondition(ctx.actor)}`,
  )
  if (!policy) throw createNotFoundError({ policyNo })
  return policy
}

/** Returns policies by their ids. Does not check whether the caller may see them. */
export async function readPoliciesById(ctx: Ctx, policyIds: string[]): Promise<Map<string, PolicyDetails>> {
  if (policyIds.length === 0) return new Map()
  const policies = await select(ctx, ctx.actor, sql<SqlBool>`p.policy_id = any(${policyIds}::uuid[])`, policyIds.length)
  return new Map(policies.map((policy) => [policy.policyId, policy]))
}

/** Returns the policies that a policyholder may access, latest inception first. */
export const listPoliciesOfInsured = (ctx: Ctx, actor: InsuredActor) =>
  select(ctx, actor, createVisibilityCondition(actor))
