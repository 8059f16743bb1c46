import type { PolicyTransaction } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { getProductType, productTitle } from './product-type.ts'

type ProductId = PolicyTransaction['productId']
const insured = (productId: ProductId, meta: object = {}, propertyTypeDesc = '') =>
  ({ productId, propertyTypeDesc, meta: JSON.stringify(meta) }) as PolicyTransaction

it.each([1, 6] as const)('product %i is an apartment with a unit or more, else a single family [D016]', (product) => {
  for (const [numberOfUnits, type] of [
    [0, 'single_family'],
    [1, 'apartment'],
    [12, 'apartment'],
  ] as const)
    expect(getProductType(insured(product, { numberOfUnits }))).toBe(type)
  expect(getProductType(insured(product))).toBe('single_family')
})

it.each([2, 7] as const)(
  'product %i is mixed use with a residential part, else what it is used as [D017]',
  (product) => {
    expect(getProductType(insured(product, { mixedUseResidentialPct: 0.5 }, 'Hotel'))).toBe('mixed_use')
    expect(getProductType(insured(product, { mixedUseResidentialPct: 0 }, 'Hotel or motel'))).toBe('hotel')
    expect(getProductType(insured(product, {}, 'Mercantile building'))).toBe('commercial')
  },
)

it.each([3, 8] as const)('product %i is an RCBAP [D018]', (product) => {
  expect(getProductType(insured(product, { numberOfUnits: 5 }))).toBe('rcbap')
})

it('products 4 and 5 are earthquake, residential and commercial [D019]', () => {
  expect(getProductType(insured(4))).toBe('earthquake_residential')
  expect(getProductType(insured(5))).toBe('earthquake_commercial')
})

it('each type has its title [D020]', () => {
  const all = [
    ...[insured(1), insured(3), insured(2, { mixedUseResidentialPct: 20 }), insured(6, { numberOfUnits: 2 })],
    ...[insured(4), insured(5), insured(7), insured(2, {}, 'Hotel')],
  ]
  expect(all.map(productTitle)).toEqual([
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
