import type { Selectable } from 'kysely'
import type { Agency } from '../../agencies/store.ts'
import { lenderPays } from '../../catalog/payers.ts'
import type { Policy as PolicyTable } from '../../db/schema.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import { bindTerm, type RiskColumns, type Term as TermToBind } from '../../policy/bind-term.ts'
import { toCoverageColumns } from '../../policy/coverage-columns.ts'
import { getNextPolicyNo } from '../../policy/next-policy-no.ts'
import { getPayer } from '../../policy/payer.ts'
import { type PolicyTerm, readTerm } from '../../policy/read-term.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getWholeTermPrice } from '../../pricing/endorsement.ts'
import type { Coverage } from '../../pricing/term.ts'

type PolicyRow = Selectable<PolicyTable>

/** Values of a term that replaces or renews another term. */
export interface NewTerm {
  /** True if the term renews the old term. False if it replaces the old term. */
  isRenewal?: boolean
  inceptionDate: string
  hasImmediateClosing: boolean
  agency: Agency
  producerName: string
  /** Posting date, `YYYY-MM-DD`. */
  today: string
}

export interface CreatedTerm {
  policyId: string
  policyNo: string
  totalCents: number
}

/**
 * Returns the account that receives the agency's emails: the agent who binds the term. If staff bind it, this is the
 * previous agent, or nobody if the agency changes.
 */
const getBindingAccountId = (ctx: Ctx, old: Policy, term: NewTerm, before: string | null) =>
  ctx.actor.kind === 'agent' ? ctx.actor.accountId : term.agency.agencyId === old.agencyId ? before : null

/**
 * Policy columns that belong to one term. All other columns are copied to the new term because they describe the
 * insured and the property. New columns are copied unless they are listed here.
 */
const termColumns = [
  'policy_id',
  'policy_no',
  'quote_number',
  'address_line',
  'time_zone',
  'effective_date',
  'expiration_date',
  'pending_cancel_at',
  'cancel_accepted_at',
  'cancel_reason_code',
  'cancel_effective_date',
  'cancel_request_id',
  'cancelled_at',
  'non_renewed_at',
  'reinstated_at',
  'next_policy_id',
  'gross_premium_cents',
  'policy_fee_cents',
  'taxes_cents',
  'total_premium_cents',
  'pending_cancel_gross_premium_cents',
  'pending_cancel_total_premium_cents',
  'is_signed_by_agent',
  'is_signed_by_insured',
  'is_signed',
  'is_paid',
  'paid_at',
  'last_transaction_type',
  'has_paid_claim',
  'updated_at',
] as const satisfies (keyof PolicyRow)[]

/** Transaction columns that belong to one transaction, not to the risk. `bindTerm` sets them. */
const transactionColumns = [
  'policy_transaction_id',
  'policy_id',
  'transaction_type',
  'original_trans_type',
  'sequence',
  'post_date',
  'accounting_date',
  'effective_date',
  'inception_date',
  'original_post_date',
  'reason_code',
  'transaction_notes',
  'transaction_reason',
  'reverses_transaction_id',
  'source_transaction_id',
  'group_id',
  'user_id',
  'user_name',
  'has_immediate_closing',
  'agency_id',
  'agency_no',
  'tnx_gross_premium_cents',
  'tnx_policy_fee_cents',
  'tnx_taxes_cents',
  'tnx_total_premium_cents',
  'changed_values',
  'created_at',
] as const satisfies (keyof PolicyTerm['row'])[]

/** Returns a row without some of its columns. */
const without = <Row extends object, Column extends keyof Row>(row: Row, columns: readonly Column[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name as Column))) as Omit<Row, Column>

/** Returns the row of the new policy. Insured and property are the same; dates, agency and binding agent are new. */
async function getPolicy(ctx: TransactionContext, old: Policy, term: NewTerm): Promise<TermToBind['policy']> {
  const before = await ctx.db
    .selectFrom('policies')
    .selectAll()
    .where('policy_id', '=', old.policyId)
    .executeTakeFirstOrThrow()
  const policyNo = await getNextPolicyNo(ctx.db, old.productId)
  return {
    ...without(before, termColumns),
    ...(term.isRenewal && { original_trans_type: 'RN' as const, sequence: before.sequence + 1 }),
    policy_no: policyNo,
    quote_number: `Q${policyNo.slice(3)}`,
    agency_id: term.agency.agencyId,
    agency_no: term.agency.agencyNo,
    producer_name: term.producerName,
    inception_date: term.inceptionDate,
    original_post_date: term.today,
    bound_at: ctx.now,
    bound_by_account_id: getBindingAccountId(ctx, old, term, before.bound_by_account_id),
    has_immediate_closing: term.hasImmediateClosing,
    previous_policy_id: old.policyId,
    created_at: ctx.now,
  }
}

/** Returns the coverages and property details of the old term for the new term, with the new price. */
const getRisk = (
  { row }: PolicyTerm,
  input: { coverages: Coverage[]; billInitially: string; quoteNumber: string; description: string },
): RiskColumns => ({
  ...without(row, transactionColumns),
  ...toCoverageColumns(input.coverages),
  bill_initially: input.billInitially,
  user_description: input.description,
  meta: JSON.stringify({ ...row.meta, quoteNumber: input.quoteNumber }),
})

/** Creates a term that replaces or renews another one, with its first transaction and an invoice due at inception. */
export async function createTerm(ctx: TransactionContext, old: Policy, term: NewTerm): Promise<CreatedTerm> {
  const before = await readTerm(ctx.db, old)
  // Endorsements were charged for only a part of the year. The new term costs the full year (REW-4).
  const { coverages, premiumCents } = getWholeTermPrice(before)
  const payer = term.isRenewal ? before.row.bill_on_renewal : await getPayer(ctx.db, old.policyId)
  const policy = await getPolicy(ctx, old, term)
  const bound = await bindTerm(ctx.db, {
    policy,
    risk: getRisk(before, {
      coverages,
      billInitially: payer,
      quoteNumber: `${policy.quote_number}`,
      description: `${term.isRenewal ? 'Renewal of' : 'Rewritten from'} ${old.policyNo}`,
    }),
    price: { grossCents: premiumCents, feeCents: before.row.policy_fee_cents },
    author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
    billedTo: payer === lenderPays ? 'lienholder' : 'insured',
    ...(!term.isRenewal && { purpose: 'rewrite' }),
  })
  return { policyId: bound.policy.policy_id, policyNo: bound.policy.policy_no, totalCents: bound.totalCents }
}
