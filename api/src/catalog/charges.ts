/**
 * Display names of charges on invoices, documents and screens (TAX-4), by charge or tax column. If a tax has separate
 * columns for premium and policy fee, the plain name means the tax on the premium.
 */
export const chargeNames = {
  premium: 'Premium',
  policy_fee: 'Policy fee',
  emergency_fund_surcharge_cents: 'Emergency fund surcharge',
  fireman_tax_cents: 'Fireman tax',
  maintenance_assessment_cents: 'Maintenance assessment',
  municipal_tax_cents: 'Municipal tax',
  mwua_policy_fee_cents: 'Wind pool on the policy fee',
  mwua_policy_premium_cents: 'Wind pool',
  stamping_fees_policy_premium_cents: 'Stamping fee',
  stamping_fees_policy_fee_cents: 'Stamping fee on the policy fee',
  surplus_tax_policy_fee_cents: 'Surplus lines tax on the policy fee',
  surplus_tax_policy_premium_cents: 'Surplus lines tax',
  transaction_fee_policy_fee_cents: 'Transaction fee on the policy fee',
  transaction_fee_policy_premium_cents: 'Transaction fee',
} as const
