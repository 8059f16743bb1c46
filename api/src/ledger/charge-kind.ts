import type { Charge } from './ledger.ts'

/** What kind of charge it is, for whoever reads an invoice or a preview: one word on both. */
export type ChargeKind = 'premium' | 'policyFee' | 'tax' | 'surcharge' | 'stampingFee'

const kinds: Partial<Record<Charge, ChargeKind>> = {
  premium_written: 'premium',
  policy_fee: 'policyFee',
  surcharge: 'surcharge',
  // A flat amount is a surcharge and not a tax (TAX-3).
  tax_emergency_fund: 'surcharge',
  tax_stamping: 'stampingFee',
}

export const getChargeKind = (charge: Charge): ChargeKind => kinds[charge] ?? 'tax'
