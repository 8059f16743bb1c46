import { expect, it } from 'vitest'
import { getCardBrandName, getCardMark } from './card-marks.ts'

const brands = ['visa', 'mastercard', 'jcb', 'discover', 'amex', 'diners', 'bank'] as const

it('returns a separate mark for each card brand, regardless of case [D135]', () => {
  for (const look of [(brand: string) => getCardMark(brand).text, getCardBrandName])
    expect(new Set([...brands.map(look), look('other')]).size).toBe(brands.length + 1)
  expect(getCardMark('Visa')).toBe(getCardMark('visa'))
})

it.each(['unionpay', 'eftpos_au', '', 'unknown', 'constructor', '__proto__'])(
  'returns the generic card mark for %j [D135]',
  (brand) => {
    expect(getCardMark(brand)).toMatchObject({ name: 'Card', text: 'CARD' })
  },
)
