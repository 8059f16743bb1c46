import { expect, it } from 'vitest'
import { brandName, getMark } from './card-marks.ts'

const brands = ['visa', 'mastercard', 'jcb', 'discover', 'amex', 'diners', 'bank'] as const

it('each brand has a mark and a name of its own, in whatever case it is written [D135]', () => {
  for (const look of [(brand: string) => getMark(brand).text, brandName])
    expect(new Set([...brands.map(look), look('other')]).size).toBe(brands.length + 1)
  expect(getMark('Visa')).toBe(getMark('visa'))
})

it.each(['unionpay', 'eftpos_au', '', 'unknown', 'constructor', '__proto__'])('%j is a plain card [D135]', (brand) => {
  expect(getMark(brand)).toMatchObject({ name: 'Card', text: 'CARD' })
})
