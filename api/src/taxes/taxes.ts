import { chargeNames } from '../catalog/charges.ts'
import type { ChargeLine } from '../ledger/ledger.ts'

/** Tax columns of a transaction, each with its ledger account. */
export const taxColumns = {
  emergency_fund_surcharge_cents: 'tax_emergency_fund',
  fireman_tax_cents: 'tax_fireman',
  maintenance_assessment_cents: 'tax_maintenance',
  municipal_tax_cents: 'tax_municipal',
  mwua_policy_fee_cents: 'tax_mwua',
  mwua_policy_premium_cents: 'tax_mwua',
  stamping_fees_policy_premium_cents: 'tax_stamping',
  stamping_fees_policy_fee_cents: 'tax_stamping',
  surplus_tax_policy_fee_cents: 'tax_surplus_lines',
  surplus_tax_policy_premium_cents: 'tax_surplus_lines',
  transaction_fee_policy_fee_cents: 'tax_transaction_fee',
  transaction_fee_policy_premium_cents: 'tax_transaction_fee',
} as const satisfies Record<string, ChargeLine['charge']>

export type TaxColumn = keyof typeof taxColumns
/** Taxes in cents by column. A missing column is zero. */
export type Taxes = Partial<Record<TaxColumn, number>>

export const taxColumnNames = Object.keys(taxColumns) as TaxColumn[]

export const getTermTaxes = (row: Record<TaxColumn, number>): Taxes =>
  Object.fromEntries(taxColumnNames.filter((name) => row[name] !== 0).map((name) => [name, row[name]]))

/**
 * Converts charged or returned taxes to the tax columns of a transaction. Sets all columns so that state filings can
 * sum them.
 */
export const toTransactionTaxColumns = (taxes: Taxes) =>
  Object.fromEntries(taxColumnNames.map((name) => [`tnx_${name}`, taxes[name] ?? 0])) as Record<
    `tnx_${TaxColumn}`,
    number
  >

/** Reads a transaction's charged or returned taxes from its tax columns. */
export const getTransactionTaxes = (row: Record<`tnx_${TaxColumn}`, number>): Taxes =>
  Object.fromEntries(
    taxColumnNames.map((name) => [name, row[`tnx_${name}`]] as const).filter(([, cents]) => cents !== 0),
  )

export const sumTaxes = (taxes: Taxes): number => Object.values(taxes).reduce((sum, cents) => sum + cents, 0)

export const toTaxChargeLines = (taxes: Taxes): ChargeLine[] =>
  taxColumnNames.map((name) => ({
    charge: taxColumns[name],
    description: chargeNames[name],
    amountCents: taxes[name] ?? 0,
  }))
