import type { PolicyTransaction } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { formatLimit, getCoverages, getCoverageTiles, getIncludedCoverages } from './coverages.ts'

const insured = (productId: number, more: object = {}) =>
  ({ productId, coverageALimit: 250_000, occupancyTypeDesc: 'Single family', ...more }) as PolicyTransaction
const included = (productId: number, more: object = {}) =>
  getIncludedCoverages(insured(productId, more)).map(({ name, limit }) => `${name} ${limit}`)

describe('list of included coverages', () => {
  it('includes sandbags and removal to safety for $1,000 each [C244] [D416]', () => {
    expect(included(1)).toEqual(
      expect.arrayContaining(['Sandbag Supplies and Labor $1,000', 'Property Removed to Safety $1,000']),
    )
  })
  it('includes pollution damage for $10,000 with product 2 only [C245] [D417]', () => {
    const products = [1, 2, 3, 4, 5, 6, 7, 8]
    expect(products.filter((product) => included(product).includes('Pollution Damage $10,000'))).toEqual([2])
  })
  it('includes increased cost of compliance for $30,000 [C246] [D418] [D092]', () => {
    expect(included(1)).toContain('Increased Cost of Compliance $30,000')
  })
  it('excludes increased cost of compliance for condos and for policies without coverage A [C246] [D418]', () => {
    expect(included(1, { coverageALimit: 0 })).not.toContain('Increased Cost of Compliance $30,000')
    expect(included(1, { occupancyTypeDesc: 'Condo' })).not.toContain('Increased Cost of Compliance $30,000')
  })
})

describe('coverage limit label', () => {
  it.each(['E', 'K', 'L'] as const)('shows coverage %s as Yes or No [C248] [D095]', (letter) => {
    expect([formatLimit(letter, 1), formatLimit(letter, 0), formatLimit(letter, undefined)]).toEqual([
      'Yes',
      'No',
      'No',
    ])
  })
  it('shows "Up to $25,000" for a business interruption limit of 1 [C247] [D093] [P235]', () =>
    expect(formatLimit('I', 1)).toBe('Up to $25,000'))
  it('shows business interruption limits other than 1 as currency, or a dash if missing [P235]', () => {
    expect([formatLimit('I', 50_000), formatLimit('I', 0)]).toEqual(['$50,000', '–'])
  })
})

describe('coverage table', () => {
  it('lists each coverage by letter with its limit and premium', () => {
    const rows = getCoverages(insured(1, { coverageAPremium: 900, coverageBLimit: 100_000, coverageBPremium: 280 }))
    expect(rows.slice(0, 2)).toEqual([
      { name: 'A Building Property', limit: '$250,000', premium: '$900.00' },
      { name: 'B Personal Property', limit: '$100,000', premium: '$280.00' },
    ])
  })
})

describe('list of coverage tiles', () => {
  const tiles = (productId: number, more: object = {}) =>
    getCoverageTiles(insured(productId, more)).map(({ name, limit }) => `${name}: ${limit}`)

  it.each([
    [1, ['C Loss Avoidance: $1,000']],
    [2, ['C Pollution: $10,000']],
    [3, []],
    [4, []],
    [6, ['C Loss Avoidance: $1,000']],
    [7, []],
    [8, []],
  ])('shows the coverage C tiles for product %i: %j [D094]', (productId, named) => {
    expect(tiles(productId).filter((one) => one.startsWith('C '))).toEqual(named)
  })
  it('shows increased cost of compliance as included, except for condos and earthquake policies [D092]', () => {
    expect(tiles(1)).toContain('D Increased Cost of Compliance: $30,000 included')
    expect(tiles(1, { occupancyTypeDesc: 'Condo' }).some((one) => one.startsWith('D '))).toBe(false)
    expect(tiles(4).some((one) => one.startsWith('D '))).toBe(false)
  })
})
