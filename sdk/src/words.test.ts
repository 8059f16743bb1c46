import { expect, test } from 'vitest'
import { declines } from './generated/words.ts'
import {
  cardLimit,
  cardLimitMessage,
  findPasswordProblems,
  findProduct,
  getDeclineAdvice,
  isEarthquake,
  isExcessFlood,
  products,
  propertyTypeScopes,
} from './words.ts'

const idsOf = (is: (id: number) => boolean) => products.map(({ id }) => id).filter(is)

test('lists the products with their documented numbers [C009] [D012] [P013]', () => {
  expect(products.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Residential Flood'],
    [2, 'Commercial Flood'],
    [3, 'Commercial RCBAP'],
    [4, 'Earthquake Residential'],
    [5, 'Earthquake Commercial'],
    [6, 'Residential Excess'],
    [7, 'Commercial Excess'],
    [8, 'RCBAP Excess'],
  ])
})

test('includes the card limit in the message about the limit', () => {
  expect(cardLimitMessage).toContain(`over $${cardLimit.toLocaleString('en-US')}. `)
})

test('assigns one bit to each building type, so that types can be combined [D021]', () => {
  expect(Object.fromEntries(propertyTypeScopes.map(({ type, scope }) => [type, scope]))).toEqual({
    single_family: 1,
    rcbap: 2,
    mixed_use: 4,
    apartment: 8,
    commercial: 16,
    hotel: 32,
    earthquake: 64,
  })
})

test('classifies products 4 and 5 as earthquake, 6 to 8 as excess flood and 1 to 3 as flood [D013] [P014]', () => {
  expect(idsOf(isEarthquake)).toEqual([4, 5])
  expect(idsOf(isExcessFlood)).toEqual([6, 7, 8])
  expect(idsOf((id) => findProduct(id)?.line === 'flood')).toEqual([1, 2, 3])
  expect(idsOf((id) => !isEarthquake(id))).toEqual([1, 2, 3, 6, 7, 8])
  expect([isEarthquake(undefined), isExcessFlood(9)]).toEqual([false, false])
})

test('requires a password of 8 to 100 characters [D411]', () => {
  const length = ['Must be 8 to 100 characters long']
  expect(['Aa1!xxx', `Aa1!${'x'.repeat(97)}`].map(findPasswordProblems)).toEqual([length, length])
  expect(['Aa1!xxxx', `Aa1!${'x'.repeat(96)}`].map(findPasswordProblems)).toEqual([[], []])
})

test('requires an uppercase letter, lowercase letter, digit and special character in a password [D412]', () => {
  expect(findPasswordProblems('TidelineDemo1')).toEqual(['Must contain at least one special character'])
  expect(findPasswordProblems('tideline-demo-1')).toEqual(['Must contain at least one uppercase character'])
  expect(findPasswordProblems('TIDELINE-DEMO-1')).toEqual(['Must contain at least one lowercase character'])
  expect(findPasswordProblems('Tideline-Demo-')).toEqual(['Must contain at least one digit'])
  expect(findPasswordProblems('Tideline-Demo-1')).toEqual([])
})

test('returns a complete sentence of advice for a declined card, but none for a stolen card', () => {
  expect(getDeclineAdvice('expired_card')).toBe('The card has expired. Please use another one.')
  expect(getDeclineAdvice('generic_decline')).toBe('The bank gave no reason. Contact your bank, or pay another way.')
  expect(declines.filter(({ advice }) => !advice.endsWith('.'))).toEqual([])
  expect([getDeclineAdvice('stolen_card'), getDeclineAdvice(undefined)]).toEqual([undefined, undefined])
})
