import type { ChargeCode } from './ledger.ts'

/** Kind of charge, as shown on invoices and previews. */
export type ChargeKind = 'premium' | 'policyFee' | 'tax' | 'surcharge' | 'stampingFee'

const kinds: Partial<Record<ChargeCode, ChargeKind>> = {
  premium_written: 'premium',
  policy_fee: 'policyFee',
  surcharge: 'surcharge',
  // A flat amount is a surcharge, not a tax (TAX-3).
  tax_emergency_fund: 'surcharge',
  tax_stamping: 'stampingFee',
}

export const getChargeKind = (charge: ChargeCode): ChargeKind => kinds[charge] ?? 'tax'
