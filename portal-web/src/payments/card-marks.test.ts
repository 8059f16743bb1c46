import { expect, it } from 'vitest'
import { getBrandName, getCardMark } from './card-marks.ts'

const brands = ['visa', 'mastercard', 'jcb', 'discover', 'amex', 'diners', 'bank'] as const

it('gives each brand its own mark and name in upper or lower case [D135]', () => {
  for (const look of [(brand: string) => getCardMark(brand).text, getBrandName])
    expect(new Set([...brands.map(look), look('other')]).size).toBe(brands.length + 1)
  expect(getCardMark('Visa')).toBe(getCardMark('visa'))
})

it.each(['unionpay', 'eftpos_au', '', 'unknown', 'constructor', '__proto__'])(
  'shows %j as a generic card [D135]',
  (brand) => {
    expect(getCardMark(brand)).toMatchObject({ name: 'Card', text: 'CARD' })
  },
)
