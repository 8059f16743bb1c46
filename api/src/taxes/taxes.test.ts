import { describe, expect, it } from 'vitest'
import {
  getTermTaxes,
  getTransactionTaxes,
  sumTaxes,
  type Taxes,
  taxColumnNames,
  toTaxChargeLines,
  toTransactionTaxColumns,
} from './taxes.ts'

const taxes: Taxes = { surplus_tax_policy_premium_cents: 5829, emergency_fund_surcharge_cents: -200 }
const zeros = Object.fromEntries(taxColumnNames.map((name) => [name, 0]))

describe('getTermTaxes', () => {
  it('returns only the nonzero tax columns of a row', () => {
    expect(getTermTaxes({ ...zeros, ...taxes } as Parameters<typeof getTermTaxes>[0])).toEqual(taxes)
  })
})

describe('toTransactionTaxColumns', () => {
  it('sets every tax column of a transaction, using zero for a missing tax', () => {
    const columns = toTransactionTaxColumns(taxes)
    expect(Object.keys(columns)).toEqual(taxColumnNames.map((name) => `tnx_${name}`))
    expect(columns).toMatchObject({
      tnx_surplus_tax_policy_premium_cents: 5829,
      tnx_emergency_fund_surcharge_cents: -200,
      tnx_fireman_tax_cents: 0,
    })
  })
})

describe('getTransactionTaxes', () => {
  it('returns the taxes stored by toTransactionTaxColumns', () => {
    expect(getTransactionTaxes(toTransactionTaxColumns(taxes))).toEqual(taxes)
  })
})

describe('sumTaxes', () => {
  it('returns the net total of charged and returned taxes', () => {
    expect(sumTaxes(taxes)).toBe(5629)
    expect(sumTaxes({})).toBe(0)
  })
})

describe('toTaxChargeLines', () => {
  it('returns a line for each tax column with its account and display name', () => {
    const lines = toTaxChargeLines(taxes)
    expect(lines).toHaveLength(taxColumnNames.length)
    expect(lines).toContainEqual({
      charge: 'tax_surplus_lines',
      description: 'Surplus lines tax',
      amountCents: 5829,
    })
    expect(lines).toContainEqual({
      charge: 'tax_emergency_fund',
      description: 'Emergency fund surcharge',
      amountCents: -200,
    })
    expect(lines).toContainEqual({ charge: 'tax_fireman', description: 'Fireman tax', amountCents: 0 })
  })
})
