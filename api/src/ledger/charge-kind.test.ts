import { expect, it } from 'vitest'
import { getChargeKind } from './charge-kind.ts'

it.each([
  ['premium_written', 'premium'],
  ['policy_fee', 'policyFee'],
  ['surcharge', 'surcharge'],
  ['tax_emergency_fund', 'surcharge'],
  ['tax_stamping', 'stampingFee'],
  ['tax_surplus_lines', 'tax'],
  ['tax_mwua', 'tax'],
] as const)('classifies the charge %s as %s', (charge, kind) => {
  expect(getChargeKind(charge)).toBe(kind)
})
