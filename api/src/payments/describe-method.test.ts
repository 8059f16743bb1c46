import { expect, it } from 'vitest'
import { describePaymentMethod } from './describe-method.ts'

const bank = { type: 'us_bank_account', brand: null, lastFour: '6789' }
const visa = { type: 'card', brand: 'visa', lastFour: '4242' }

it.each([
  ['a check by its number', null, '0001042', 'Check', 'Check 0001042'],
  ['a check deposited in a bank account, by its number', bank, '0001042', 'ACH', 'Check 0001042'],
  ['a saved bank account by its last four digits', bank, null, 'Other', 'Bank account ending in 6789'],
  ['a bank account that is not saved', null, null, 'ACH', 'Bank account'],
  ['a card by its brand and last four digits', visa, null, 'Card', 'Visa ending in 4242'],
  ['a card without known digits', { ...visa, lastFour: null }, null, 'Card', 'Visa'],
  ['a card without a known brand', { ...visa, brand: null }, null, 'Card', 'Card'],
  ['another payment by its type', null, null, 'Lockbox', 'Lockbox'],
])('describes %s', (_, method, checkNo, paymentType, text) => {
  expect(describePaymentMethod(method, checkNo, paymentType)).toBe(text)
})
