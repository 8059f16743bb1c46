import { dollarChangeSql, dollarsSql, selectFields, timestampSql } from '../db/json-sql.ts'
import { type PreparedStatement, runPreparedQuery } from '../db/prepared-statement.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { amountDueCondition } from '../ledger/money-sql.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { buildVisibilitySql, getVisibilityParameters } from '../policy/visibility.ts'

const state = buildPolicyStatusSql('p', '$4')

/** Letters of the coverages, as used in column names such as `coverage_a`. */
export const coverageLetters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const
type Letter = Uppercase<(typeof coverageLetters)[number]>

type Transactions = Operations['getPolicyTransactions']['response']['payload']
type Transaction = Transactions[number]
type Summary = Operations['getTransactionsAndSummaries']['response']['payload']['summaries'][number]

const coverageFields = Object.fromEntries(
  coverageLetters.flatMap((letter) => {
    const name = `coverage${letter.toUpperCase()}`
    return [
      [`${name}Limit`, dollarsSql(`t.coverage_${letter}_limit_cents`)],
      [`${name}Premium`, dollarsSql(`t.coverage_${letter}_premium_cents`)],
    ]
  }),
) as Record<`coverage${Letter}${'Limit' | 'Premium'}`, string>

/** Amounts of a transaction that have the same name in the contract and the database. */
const amountColumns = [
  ['deductible', 'deductible_cents'],
  ['deductibleAdjustment', 'deductible_adjustment_cents'],
  ['grossPremium', 'gross_premium_cents'],
  ['policyFee', 'policy_fee_cents'],
  ['subtotalTaxes', 'subtotal_taxes_cents'],
  ['totalPremium', 'total_premium_cents'],
  ['tnxGrossPremium', 'tnx_gross_premium_cents'],
  ['tnxTotalPremium', 'tnx_total_premium_cents'],
  ['emergencyFundSurcharge', 'emergency_fund_surcharge_cents'],
  ['firemanTax', 'fireman_tax_cents'],
  ['maintenanceAssessment', 'maintenance_assessment_cents'],
  ['municipalTax', 'municipal_tax_cents'],
  ['mwuaPolicyFee', 'mwua_policy_fee_cents'],
  ['mwuaPolicyPremium', 'mwua_policy_premium_cents'],
  ['stampingFeesPolicyPremium', 'stamping_fees_policy_premium_cents'],
  ['stampingFeesPolicyFee', 'stamping_fees_policy_fee_cents'],
  ['surplusTaxPolicyFee', 'surplus_tax_policy_fee_cents'],
  ['surplusTaxPolicyPremium', 'surplus_tax_policy_premium_cents'],
  ['transactionFeePolicyFee', 'transaction_fee_policy_fee_cents'],
  ['transactionFeePolicyPremium', 'transaction_fee_policy_premium_cents'],
  ['tiv', 'tiv_cents'],
] as const
const amounts = Object.fromEntries(amountColumns.map(([name, column]) => [name, dollarsSql(`t.${column}`)])) as Record<
  (typeof amountColumns)[number][0],
  string
>

const transactionFields = selectFields<Transaction>({
  policyTransactionId: 't.policy_transaction_id',
  policyId: 't.policy_id',
  policyNo: 'p.policy_no',
  policyIsActive: `not (${state.isCancelled} or ${state.isExpired})`,
  productId: 't.product_id',
  transactionType: 't.transaction_type',
  originalTransType: 'coalesce(t.original_trans_type, p.original_trans_type)',
  transactionReason: 't.transaction_reason',
  transactionNotes: 't.transaction_notes',
  userDescription: 't.user_description',
  userName: "nullif(t.user_name, '')",
  userId: 't.user_id',
  groupId: 't.group_id',
  baId: 't.ba_id',
  postDate: 't.post_date',
  originalPostDate: 'coalesce(t.original_post_date, p.original_post_date)',
  accountingDate: 't.accounting_date',
  effectiveDate: 't.effective_date',
  inceptionDate: 't.inception_date',
  createdAt: timestampSql('t.created_at'),
  agencyId: 't.agency_id',
  agencyNo: 't.agency_no',
  policyHolderId: 'coalesce(t.policy_holder_id, p.identity_id)',
  firstName: 'coalesce(t.first_name, p.first_name)',
  lastName: 'coalesce(t.last_name, p.last_name)',
  email: 't.email',
  phone: 't.phone',
  coApplicantId: 't.co_applicant_id',
  coApplicantFirstName: 't.co_applicant_first_name',
  coApplicantLastName: 't.co_applicant_last_name',
  coApplicantEmail: 't.co_applicant_email',
  coApplicantPhone: 't.co_applicant_phone',
  addr1: 'coalesce(t.addr1, p.addr1)',
  addr2: 't.addr2',
  city: 'coalesce(t.city, p.city)',
  state: 'coalesce(t.state, p.state)',
  zip: 'coalesce(t.zip, p.zip)',
  county: 't.county',
  countyFips: 't.county_fips',
  censusBlock: 't.census_block',
  mailingAddr1: 't.mailing_addr1',
  mailingAddr2: 't.mailing_addr2',
  mailingCity: 't.mailing_city',
  mailingState: 't.mailing_state',
  mailingZip: 't.mailing_zip',
  mailingCountry: 't.mailing_country',
  billInitially: 't.bill_initially',
  billOnRenewal: 't.bill_on_renewal',
  deliveryMethod: 't.delivery_method',
  paymentMethod: 't.payment_method',
  floodZone: 't.flood_zone',
  condoFloor: 't.condo_floor',
  constructionType: 't.construction_type',
  constructionDesc: 't.construction_desc',
  ecElevation: 't.ec_elevation',
  elevationDiff: 't.elevation_diff',
  foundationType: 't.foundation_type',
  foundationTypeDesc: 't.foundation_type_desc',
  occupancyType: 't.occupancy_type',
  occupancyTypeDesc: 't.occupancy_type_desc',
  propertyType: 't.property_type',
  propertyTypeDesc: 't.property_type_desc',
  steps: 't.steps',
  stories: 't.stories',
  yearBuilt: 't.year_built',
  priorClaims: 't.prior_claims',
  ...coverageFields,
  ...amounts,
  useEmbededInsuredSignature: 't.use_embeded_insured_signature',
  isPolicySigned: 'p.is_signed',
  isPolicyPaid: `(p.is_paid or not ${amountDueCondition(state.today)})`,
  hasImmediateClosing: 't.has_immediate_closing',
  namedStormExclusion: 't.named_storm_exclusion',
  meta: 't.meta::text',
})

const summaryFields = selectFields<Summary>({
  policyTransactionId: 't.policy_transaction_id',
  transactionType: 't.transaction_type',
  transactionReason: 't.transaction_reason',
  transactionNotes: 't.transaction_notes',
  reasonCode: 't.reason_code',
  userName: "nullif(t.user_name, '')",
  createdAt: timestampSql('t.created_at'),
  effectiveDate: 't.effective_date',
  totalPremium: dollarsSql('t.total_premium_cents'),
  // The timeline has no delta for coverage C.
  ...(Object.fromEntries(
    coverageLetters
      .filter((letter) => letter !== 'c')
      .map((letter) => [`coverage${letter.toUpperCase()}Delta`, dollarChangeSql(`coverage_${letter}_limit_cents`)]),
  ) as Record<`coverage${Exclude<Letter, 'C'>}Delta`, string>),
  deductibleDelta: dollarChangeSql('deductible_cents'),
})

/**
 * SQL condition: the transaction is in effect. Excludes reversals, reversed transactions, cancellations and all
 * transactions of a cancelled policy.
 */
const isInForce = `not exists (select from policy_transactions r
    where r.policy_id = t.policy_id and r.reverses_transaction_id = t.policy_transaction_id)
  and t.reverses_transaction_id is null and y.kind not in ('cancel', 'pendingCancel')
  and not ${state.isCancelled}`

// Omits null fields. Most of the hundred columns of a transaction are empty, and a missing field has the same meaning
// as null.
const inOrder = (select: string) =>
  `select coalesce(json_agg(json_strip_nulls(row_to_json(x))), '[]') from (${select} order by t.post_date, t.sequence) x`

const transactionsSql = (condition: string) =>
  inOrder(`select ${transactionFields}
  from policy_transactions t join transaction_types y using (transaction_type)
  where t.policy_id = p.policy_id and ${condition}`)

const statement = (name: string, select: string): PreparedStatement => ({
  name,
  text: `select (${select})::text as json, p.cancel_reason_code as "reasonCode"
    from policies p where p.policy_no = $1 and ${buildVisibilitySql('$2', '$3')} and $4::timestamptz is not null`,
})

const transactionsStatement = statement('policy-transactions-1', transactionsSql('true'))
const activeTransactionsStatement = statement('policy-transactions-active-2', transactionsSql(isInForce))
const transactionSummariesStatement = statement(
  'policy-transaction-summaries-1',
  inOrder(`select ${summaryFields} from policy_transactions t where t.policy_id = p.policy_id
    window terms as (order by t.post_date, t.sequence)`),
)

async function read(ctx: Ctx, statementToRun: PreparedStatement, policyNo: string) {
  const values = [policyNo, ...getVisibilityParameters(ctx.actor), ctx.now]
  const rows = await runPreparedQuery<{ json: string; reasonCode: string | null }>(ctx.db, statementToRun, values)
  const row = rows[0]
  if (!row) throw createNotFoundError({ policyNo })
  return row
}

/** Returns all transactions of a policy as JSON text, sorted by post date, oldest first. Throws 404. */
export const readTransactions = async (ctx: Ctx, policyNo: string) =>
  (await read(ctx, transactionsStatement, policyNo)).json

/**
 * Returns the transactions in effect as JSON text. Excludes reversed transactions, reversals and cancellations. Throws
 * 404.
 */
export const readActiveTransactions = async (ctx: Ctx, policyNo: string) =>
  (await read(ctx, activeTransactionsStatement, policyNo)).json

/** Returns the transactions and the changes that each one made, as JSON text for the timeline. Throws 404. */
export async function readTransactionsAndSummaries(ctx: Ctx, policyNo: string): Promise<string> {
  const transactions = await read(ctx, transactionsStatement, policyNo)
  const summaries = await read(ctx, transactionSummariesStatement, policyNo)
  const reasonCode = JSON.stringify(transactions.reasonCode)
  return `{"transactions":${transactions.json},"summaries":${summaries.json},"reasonCode":${reasonCode}}`
}
