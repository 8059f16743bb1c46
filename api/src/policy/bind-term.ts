import type { Insertable, Selectable, Transaction } from 'kysely'
import { addMonths, addYear } from '../calendar/days.ts'
import { getTimeZone } from '../calendar/property-date.ts'
import { chargeNames } from '../catalog/charges.ts'
import { recordCommission } from '../commissions/record-commission.ts'
import type { DB, Policy, PolicyTransaction } from '../db/schema.ts'
import { type NewInvoice, postInvoice } from '../ledger/invoices.ts'
import { calculateTaxes } from '../taxes/calculate-taxes.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import { sumTaxes, type Taxes, taxColumnNames, toTaxChargeLines, toTransactionTaxColumns } from '../taxes/taxes.ts'

/** Yearly premium and fee of a term before taxes, in cents. */
interface TermPremium {
  grossCents: number
  feeCents: number
}

/** Yearly price of a term, in cents. */
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

/** Columns of `policies` that are derived from the rest of the term. */
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
 * Returns twelve monthly installments, starting on the inception date. The last one includes the cents that cannot be
 * divided evenly.
 */
export function splitIntoMonthlyInstallments(totalCents: number, inception: string, firstDue = inception) {
  const part = Math.floor(totalCents / 12)
  return Array.from({ length: 12 }, (_, index) => ({
    dueDate: index === 0 ? firstDue : addMonths(inception, index),
    amountCents: index === 11 ? totalCents - 11 * part : part,
  }))
}

/** Returns the columns that the policy row has in common with its transactions. */
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

/** Returns the coordinates of the insured address, if they are known. */
async function getCoordinates(trx: Transaction<DB>, { address_id: id, address_data_version: version }: Term['policy']) {
  if (!id) return undefined
  const found = await trx
    .selectFrom('addresses')
    .select(['lat', 'lng'])
    .where('address_id', '=', id)
    .where('version', '=', version ?? 1)
    .executeTakeFirst()
  return found?.lat != null && found.lng != null ? { lat: found.lat, lng: found.lng } : undefined
}

const noTaxes = Object.fromEntries(taxColumnNames.map((name) => [name, 0]))

/**
 * Binds a term: creates the policy row, its first transaction with commission, and the invoice of the year. Uses the
 * tax rates of the inception date. All code that creates terms calls this function. Throws 422 `missing_tax_rates` if
 * the state has no rates (TAX-1).
 */
export async function bindTerm(trx: Transaction<DB>, term: Term): Promise<BoundTerm> {
  const { state, product_id: productId, inception_date: day } = term.policy
  const { grossCents, feeCents } = term.price
  const rates = await getTaxRates(trx, { state, productId, day })
  const price = { grossCents, feeCents, taxes: calculateTaxes(rates, { premiumCents: grossCents, feeCents }) }
  const { taxesCents, totalCents } = calculateTermTotals(price)
  const figures = {
    gross_premium_cents: price.grossCents,
    policy_fee_cents: price.feeCents,
    total_premium_cents: totalCents,
  }
  const inception = term.policy.inception_date
  const type = term.policy.original_trans_type ?? 'NB'
  const policy = await trx
    .insertInto('policies')
    .values({
      effective_date: inception,
      expiration_date: addYear(inception),
      ...term.policy,
      time_zone: getTimeZone(state, await getCoordinates(trx, term.policy)) ?? null,
      original_trans_type: type,
      last_transaction_type: type,
      ...figures,
      taxes_cents: taxesCents,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { policy_transaction_id: policyTransactionId } = await trx
    .insertInto('policy_transactions')
    .values({
      post_date: policy.original_post_date,
      accounting_date: policy.original_post_date,
      user_id: term.author.userId,
      user_name: term.author.name,
      ...shared(policy),
      ...term.risk,
      ...noTaxes,
      ...price.taxes,
      policy_id: policy.policy_id,
      transaction_type: type,
      sequence: 1,
      ...figures,
      subtotal_taxes_cents: taxesCents,
      tnx_gross_premium_cents: price.grossCents,
      tnx_policy_fee_cents: price.feeCents,
      tnx_taxes_cents: taxesCents,
      tnx_total_premium_cents: totalCents,
      ...toTransactionTaxColumns(price.taxes),
    })
    .returning('policy_transaction_id')
    .executeTakeFirstOrThrow()
  await recordCommission(trx, policyTransactionId)
  const invoice = await postInvoice(trx, {
    policyId: policy.policy_id,
    policyTransactionId,
    lines: [
      { charge: 'premium_written', amountCents: price.grossCents, description: chargeNames.premium },
      { charge: 'policy_fee', amountCents: price.feeCents, description: chargeNames.policy_fee },
      ...toTaxChargeLines(price.taxes),
    ],
    purpose: term.purpose ?? (type === 'RN' ? 'renewal' : 'newBusiness'),
    dueDate: inception,
    ...(policy.payment_interval === 'Monthly' && {
      installments: splitIntoMonthlyInstallments(totalCents, inception, term.firstPartDue),
    }),
    ...(term.billedTo && { billedTo: term.billedTo }),
    createdBy: term.author.userId,
  })
  return { policy, policyTransactionId, invoiceId: invoice?.invoiceId, totalCents }
}
