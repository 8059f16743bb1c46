import type { PolicyTransaction } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { getProductTitle, getProductType } from './product-type.ts'

type ProductId = PolicyTransaction['productId']
const insured = (productId: ProductId, meta: object = {}, propertyTypeDesc = '') =>
  ({ productId, propertyTypeDesc, meta: JSON.stringify(meta) }) as PolicyTransaction

it.each([1, 6] as const)(
  'classifies product %i with units as an apartment, otherwise as a single family home [D016]',
  (product) => {
    for (const [numberOfUnits, type] of [
      [0, 'single_family'],
      [1, 'apartment'],
      [12, 'apartment'],
    ] as const)
      expect(getProductType(insured(product, { numberOfUnits }))).toBe(type)
    expect(getProductType(insured(product))).toBe('single_family')
  },
)

it.each([2, 7] as const)(
  'classifies product %i with a residential share as mixed use, otherwise by use [D017]',
  (product) => {
    expect(getProductType(insured(product, { mixedUseResidentialPct: 0.5 }, 'Hotel'))).toBe('mixed_use')
    expect(getProductType(insured(product, { mixedUseResidentialPct: 0 }, 'Hotel or motel'))).toBe('hotel')
    expect(getProductType(insured(product, {}, 'Mercantile building'))).toBe('commercial')
  },
)

it.each([3, 8] as const)('classifies product %i as an RCBAP [D018]', (product) => {
  expect(getProductType(insured(product, { numberOfUnits: 5 }))).toBe('rcbap')
})

it('classifies product 4 as residential and product 5 as commercial earthquake [D019]', () => {
  expect(getProductType(insured(4))).toBe('earthquake_residential')
  expect(getProductType(insured(5))).toBe('earthquake_commercial')
})

it('returns a title for each product type [D020]', () => {
  const all = [
    ...[insured(1), insured(3), insured(2, { mixedUseResidentialPct: 20 }), insured(6, { numberOfUnits: 2 })],
    ...[insured(4), insured(5), insured(7), insured(2, {}, 'Hotel')],
  ]
  expect(all.map(getProductTitle)).toEqual([
    'One Home',
    'Entire Residential Condo Building',
    'Mixed Use Building',
    'Apartment or Coop',
    'Residential',
    'Commercial',
    'Main Street Mercantile Commercial Buildings',
    'Hotels Motels and Inns',
  ])
})
