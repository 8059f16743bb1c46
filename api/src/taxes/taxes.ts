import type { ChargeLine } from '../ledger/ledger.ts'

/** The taxes of a transaction, a column each, with the account that they are booked on and how an invoice calls them. */
export const taxColumns = {
  emergency_fund_surcharge_cents: ['tax_emergency_fund', 'Emergency fund surcharge'],
  fireman_tax_cents: ['tax_fireman', 'Fireman tax'],
  maintenance_assessment_cents: ['tax_maintenance', 'Maintenance assessment'],
  municipal_tax_cents: ['tax_municipal', 'Municipal tax'],
  mwua_policy_fee_cents: ['tax_mwua', 'Wind pool on the policy fee'],
  mwua_policy_premium_cents: ['tax_mwua', 'Wind pool'],
  stamping_fees_policy_premium_cents: ['tax_stamping', 'Stamping fee'],
  stamping_fees_policy_fee_cents: ['tax_stamping', 'Stamping fee on the policy fee'],
  surplus_tax_policy_fee_cents: ['tax_surplus_lines', 'Surplus lines tax on the policy fee'],
  surplus_tax_policy_premium_cents: ['tax_surplus_lines', 'Surplus lines tax'],
  transaction_fee_policy_fee_cents: ['tax_transaction_fee', 'Transaction fee on the policy fee'],
  transaction_fee_policy_premium_cents: ['tax_transaction_fee', 'Transaction fee'],
} as const satisfies Record<string, readonly [ChargeLine['charge'], string]>

export type TaxColumn = keyof typeof taxColumns
/** Cents by column; a column that is not there is zero. */
export type Taxes = Partial<Record<TaxColumn, number>>

export const taxNames = Object.keys(taxColumns) as TaxColumn[]

export const taxesOf = (row: Record<TaxColumn, number>): Taxes =>
  Object.fromEntries(taxNames.filter((name) => row[name] !== 0).map((name) => [name, row[name]]))

/** What a transaction itself charges or returns, a column each: every one is written, so that a filing can be summed. */
export const tnxTaxes = (taxes: Taxes) =>
  Object.fromEntries(taxNames.map((name) => [`tnx_${name}`, taxes[name] ?? 0])) as Record<`tnx_${TaxColumn}`, number>

/** The same, read again. */
export const taxesOfTransaction = (row: Record<`tnx_${TaxColumn}`, number>): Taxes =>
  Object.fromEntries(taxNames.map((name) => [name, row[`tnx_${name}`]] as const).filter(([, cents]) => cents !== 0))

export const sumOfTaxes = (taxes: Taxes): number => Object.values(taxes).reduce((sum, cents) => sum + cents, 0)

export const taxLines = (taxes: Taxes): ChargeLine[] =>
  taxNames.map((name) => {
    const [charge, description] = taxColumns[name]
    return { charge, description, amountCents: taxes[name] ?? 0 }
  })
