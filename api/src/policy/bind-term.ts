import type { Insertable, Selectable, Transaction } from 'kysely'
import { addMonths, addYear } from '../calendar/days.ts'
import { getTimeZone } from '../calendar/property-date.ts'
import { chargeNames } from '../catalog/charges.ts'
import { recordCommission } from '../commissions/record-commission.ts'
import type { DB, Policy, PolicyTransaction } from '../db/schema.ts'
import { type NewInvoice, postFirstInvoices } from '../ledger/invoices.ts'
import { calculateTaxes } from '../taxes/calculate-taxes.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import { sumTaxes, type Taxes, taxColumnNames, toTaxChargeLines, toTransactionTaxColumns } from '../taxes/taxes.ts'

/** Annual premium and fee of a term before taxes, in cents. */
interface TermPremium {
  grossCents: number
  feeCents: number
}

/** Annual price of a term, in cents. */
export interface TermPrice extends TermPremium {
  taxes: Taxes
}

/** Returns the total of all taxes and the total price, in cents. */
export function calculateTermTotals({ grossCents, feeCents, taxes }: TermPrice): {
  taxesCents: number
  totalCents: number
} {
  const taxesCents = sumTaxes(taxes)
  return { taxesCents, totalCents: grossCents + feeCents + taxesCents }
}

/** Columns of `policies` that are calculated from the other values of the term. */
type Derived =
  | 'effective_date'
  | 'time_zone'
  | 'expiration_date'
  | 'gross_premium_cents'
  | 'policy_fee_cents'
  | 'taxes_cents'
  | 'total_premium_cents'
  | 'last_transaction_type'

/** Columns that the first transaction provides: the risk, the payer and notes. */
export type RiskColumns = Partial<
  Omit<
    Insertable<PolicyTransaction>,
    'policy_transaction_id' | 'policy_id' | 'sequence' | 'created_at' | 'transaction_type' | `tnx_${string}`
  >
>

/** A term to bind. Dates are `YYYY-MM-DD`. */
export interface Term {
  /** Policy row: insured, property, product and inception date. */
  policy: Omit<Insertable<Policy>, Derived>
  /** Insured risk: coverages, building and mailing address. */
  risk: RiskColumns
  /** Price before taxes. The taxes depend on the state, product and inception date (TAX-1). */
  price: TermPremium
  author: { userId: string | null; name: string }
  /** Purpose of the invoice. Defaults to new business, or to renewal if the first transaction is a renewal. */
  purpose?: 'rewrite'
  /** Payer of the invoice. Defaults to the insured. */
  billedTo?: NewInvoice['billedTo']
  /** Due date of the first monthly installment. Defaults to the inception date. */
  firstPartDue?: string
}

export interface BoundTerm {
  policy: Selectable<Policy>
  policyTransactionId: string
  invoiceId: string | undefined
  totalCents: number
}

/**
 * Returns twelve monthly installments, starting on the inception date. The last installment includes the remaining
 * cents.
 */
export function splitIntoMonthlyInstallments(totalCents: number, inception: string, firstDue = inception) {
  const part = Math.floor(totalCents / 12)
  return Array.from({ length: 12 }, (_, index) => ({
    dueDate: index === 0 ? firstDue : addMonths(inception, index),
    amountCents: index === 11 ? totalCents - 11 * part : part,
  }))
}

/** Returns the values that the policy row shares with its transactions. */
const shared = (row: Selectable<Policy>) => ({
  product_id: row.product_id,
  original_trans_type: row.original_trans_type,
  inception_date: row.inception_date,
  effective_date: row.inception_date,
  original_post_date: row.original_post_date,
  has_immediate_closing: row.has_immediate_closing,
  agency_id: row.agency_id,
  agency_no: row.agency_no,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  co_applicant_first_name: row.co_applicant_first_name,
  co_applicant_last_name: row.co_applicant_last_name,
  addr1: row.addr1,
  addr2: row.addr2,
  city: row.city,
  state: row.state,
  zip: row.zip,
  county: row.county,
  county_fips: row.county_fips,
  census_block: row.census_block,
})

/** Returns the known coordinates of the insured addresses, by address id and version. */
async function getCoordinates(trx: Transaction<DB>, terms: readonly Term[]) {
  const ids = terms.flatMap(({ policy }) => policy.address_id ?? [])
  if (ids.length === 0) return new Map<string, { lat: number; lng: number }>()
  const rows = await trx
    .selectFrom('addresses')
    .select(['address_id', 'version', 'lat', 'lng'])
    .where('address_id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap(({ address_id, version, lat, lng }) =>
      lat != null && lng != null ? [[`${address_id} ${version}`, { lat, lng }]] : [],
    ),
  )
}

const noTaxes = Object.fromEntries(taxColumnNames.map((name) => [name, 0]))

/**
 * Binds a term: creates the policy row, its first transaction with commission, and the invoice for the year. Uses the
 * tax rates of the inception date. All code creates terms with this function or `bindTerms`. Throws 422
 * `missing_tax_rates` if the state has no rates (TAX-1).
 */
export async function bindTerm(trx: Transaction<DB>, term: Term): Promise<BoundTerm> {
  const [bound] = await bindTerms(trx, [term])
  return bound as BoundTerm
}

/** Binds several terms at once, with one set of statements. See `bindTerm`. */
export async function bindTerms(trx: Transaction<DB>, terms: readonly Term[]): Promise<BoundTerm[]> {
  const posted = await insertFirstTransactions(trx, await insertPolicies(trx, await priceTerms(trx, terms)))
  await recordCommission(
    trx,
    posted.map(({ row, policyTransactionId, price }) => ({
      ...{ id: policyTransactionId, policyId: row.policy_id, premiumCents: price.grossCents },
    })),
  )
  const invoices = await postFirstInvoices(trx, posted.map(buildInvoice))
  return posted.map(({ row, policyTransactionId, totalCents }, index) => ({
    policy: row,
    policyTransactionId,
    invoiceId: invoices[index]?.invoiceId,
    totalCents,
  }))
}

/** A term with its taxes and total. */
interface PricedTerm extends Term {
  taxes: Taxes
  taxesCents: number
  totalCents: number
}

/** A priced term whose policy row is stored. */
interface StoredTerm extends PricedTerm {
  row: Selectable<Policy>
}

/** A stored term with its first transaction. */
interface PostedTerm extends StoredTerm {
  policyTransactionId: string
}

async function priceTerms(trx: Transaction<DB>, terms: readonly Term[]): Promise<PricedTerm[]> {
  const priced: PricedTerm[] = []
  for (const term of terms) {
    const { state, product_id: productId, inception_date: day } = term.policy
    const { grossCents, feeCents } = term.price
    const rates = await getTaxRates(trx, { state, productId, day })
    const taxes = calculateTaxes(rates, { premiumCents: grossCents, feeCents })
    priced.push({ ...term, taxes, ...calculateTermTotals({ grossCents, feeCents, taxes }) })
  }
  return priced
}

/** Inserts the policy rows. Returns the terms with these rows. */
async function insertPolicies(trx: Transaction<DB>, terms: readonly PricedTerm[]): Promise<StoredTerm[]> {
  const coordinates = await getCoordinates(trx, terms)
  const rows = await trx
    .insertInto('policies')
    .values(
      terms.map(({ policy, price, taxesCents, totalCents }) => {
        const type = policy.original_trans_type ?? 'NB'
        const at = coordinates.get(`${policy.address_id} ${policy.address_data_version ?? 1}`)
        return {
          effective_date: policy.inception_date,
          expiration_date: addYear(policy.inception_date),
          ...policy,
          time_zone: getTimeZone(policy.state, at) ?? null,
          original_trans_type: type,
          last_transaction_type: type,
          gross_premium_cents: price.grossCents,
          policy_fee_cents: price.feeCents,
          total_premium_cents: totalCents,
          taxes_cents: taxesCents,
        }
      }),
    )
    .returningAll()
    .execute()
  const byNumber = new Map(rows.map((row) => [row.policy_no, row]))
  return terms.map((term) => ({ ...term, row: byNumber.get(term.policy.policy_no) as Selectable<Policy> }))
}

/** Inserts the first transaction of each policy. Returns the terms with the transaction ids. */
async function insertFirstTransactions(trx: Transaction<DB>, terms: readonly StoredTerm[]): Promise<PostedTerm[]> {
  const rows = await trx
    .insertInto('policy_transactions')
    .values(
      terms.map(({ row: policy, author, risk, price, taxes, taxesCents, totalCents }) => ({
        post_date: policy.original_post_date,
        accounting_date: policy.original_post_date,
        user_id: author.userId,
        user_name: author.name,
        ...shared(policy),
        ...risk,
        ...noTaxes,
        ...taxes,
        policy_id: policy.policy_id,
        transaction_type: policy.original_trans_type,
        sequence: 1,
        gross_premium_cents: price.grossCents,
        policy_fee_cents: price.feeCents,
        total_premium_cents: totalCents,
        subtotal_taxes_cents: taxesCents,
        tnx_gross_premium_cents: price.grossCents,
        tnx_policy_fee_cents: price.feeCents,
        tnx_taxes_cents: taxesCents,
        tnx_total_premium_cents: totalCents,
        ...toTransactionTaxColumns(taxes),
      })),
    )
    .returning(['policy_transaction_id', 'policy_id'])
    .execute()
  const byPolicy = new Map(rows.map((row) => [row.policy_id, row.policy_transaction_id]))
  return terms.map((term) => ({ ...term, policyTransactionId: byPolicy.get(term.row.policy_id) as string }))
}

/** Returns the invoice of a term: one amount, or twelve monthly installments. */
function buildInvoice({ row: policy, policyTransactionId, ...term }: PostedTerm): NewInvoice {
  const { price, taxes, totalCents } = term
  const inception = policy.inception_date
  return {
    policyId: policy.policy_id,
    policyTransactionId,
    lines: [
      { charge: 'premium_written', amountCents: price.grossCents, description: chargeNames.premium },
      { charge: 'policy_fee', amountCents: price.feeCents, description: chargeNames.policy_fee },
      ...toTaxChargeLines(taxes),
    ],
    purpose: term.purpose ?? (policy.original_trans_type === 'RN' ? 'renewal' : 'newBusiness'),
    dueDate: inception,
    ...(policy.payment_interval === 'Monthly' && {
      installments: splitIntoMonthlyInstallments(totalCents, inception, term.firstPartDue),
    }),
    ...(term.billedTo && { billedTo: term.billedTo }),
    createdBy: term.author.userId,
  }
}
