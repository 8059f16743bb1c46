import { type Selectable, sql } from 'kysely'
import type { Agency } from '../../agencies/store.ts'
import { lenderPays } from '../../catalog/payers.ts'
import type { Policy as PolicyTable } from '../../db/schema.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import { bindTerms, type RiskColumns, type Term as TermToBind } from '../../policy/bind-term.ts'
import { toCoverageColumns } from '../../policy/coverage-columns.ts'
import { getNextPolicyNos } from '../../policy/next-policy-no.ts'
import { getPayer } from '../../policy/payer.ts'
import { type PolicyTerm, readTerm } from '../../policy/read-term.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getWholeTermPrice } from '../../pricing/endorsement.ts'
import type { Coverage } from '../../pricing/term.ts'

type PolicyRow = Selectable<PolicyTable>

/** Values of a term that replaces or renews another term. */
export interface NewTerm {
  /** The locked policy that the term replaces or renews. */
  old: Policy
  /** True if the term renews the old term. False if it replaces the old term. */
  isRenewal?: boolean
  inceptionDate: string
  hasImmediateClosing: boolean
  agency: Agency
  producerName: string
  /** Part of the old term's minimum earned premium that the new term must retain, in cents (PRI-9). Defaults to 0. */
  carriedMinimumCents?: number
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
const getBindingAccountId = (ctx: Ctx, old: Policy, term: Pick<NewTerm, 'agency'>, before: string | null) =>
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
  'cancel_accepted_by',
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

/** Returns the rows of policies, by id. */
async function getPolicyRows(
  { db }: TransactionContext,
  policyIds: readonly string[],
): Promise<Map<string, PolicyRow>> {
  const rows = await db
    .selectFrom('policies')
    .selectAll()
    .where('policy_id', '=', sql<string>`any(${policyIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.policy_id, row]))
}

/** Returns the row of the new policy. Insured and property are the same; dates, agency and binding agent are new. */
function buildPolicy(
  ctx: TransactionContext,
  { old, ...term }: NewTerm,
  before: PolicyRow,
  policyNo: string,
): TermToBind['policy'] {
  return {
    ...without(before, termColumns),
    ...(term.isRenewal && { original_trans_type: 'RN' as const, sequence: before.sequence + 1 }),
    policy_no: policyNo,
    quote_number: `Q${policyNo.slice(3)}`,
    agency_id: term.agency.agencyId,
    agency_no: term.agency.agencyNo,
    producer_name: term.producerName,
    carried_minimum_cents: term.carriedMinimumCents ?? 0,
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
export async function createTerm(ctx: TransactionContext, term: NewTerm): Promise<CreatedTerm> {
  const [created] = await createTerms(ctx, [term])
  return created as CreatedTerm
}

/** Same as `createTerm`, for several terms. Returns them in the same order. */
export async function createTerms(ctx: TransactionContext, terms: readonly NewTerm[]): Promise<CreatedTerm[]> {
  const policyNos = await getNextPolicyNos(
    ctx.db,
    terms.map(({ old }) => old.productId),
  )
  const rows = await getPolicyRows(
    ctx,
    terms.map(({ old }) => old.policyId),
  )
  const toBind: TermToBind[] = []
  for (const [index, term] of terms.entries()) {
    const { old } = term
    const before = await readTerm(ctx.db, old)
    // Endorsements were charged for only a part of the year. The new term costs the full year (REW-4).
    const { coverages, premiumCents } = getWholeTermPrice(before)
    const payer = term.isRenewal ? before.row.bill_on_renewal : await getPayer(ctx.db, old.policyId)
    const policy = buildPolicy(ctx, term, rows.get(old.policyId) as PolicyRow, policyNos[index] as string)
    toBind.push({
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
  }
  const bound = await bindTerms(ctx.db, toBind)
  return bound.map(({ policy, totalCents }) => ({
    ...{ policyId: policy.policy_id, policyNo: policy.policy_no, totalCents },
  }))
}
