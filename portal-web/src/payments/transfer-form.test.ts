import { expect, it } from 'vitest'
import { hasReceipt } from './has-receipt.ts'
import { validateTransfer } from './transfer-form.ts'

it.each([
  ['', '5', 'Enter the recipient policy number.'],
  ['  ', '5', 'Enter the recipient policy number.'],
  ['RFL3000102', '', 'Enter an amount above 0.'],
  ['RFL3000102', '0', 'Enter an amount above 0.'],
  ['RFL3000102', '-5', 'Enter an amount above 0.'],
  ['RFL3000102', 'five', 'Enter an amount above 0.'],
  ['RFL3000102', '500.01', 'At most $500.00 can be transferred.'],
])('rejects a transfer to %j with the amount %j: %s [D259]', (recipientNo, amount, sentence) => {
  expect(validateTransfer({ recipientNo, amount }, 500)).toBe(sentence)
})

it.each(['0.01', '500'])('accepts a transfer of %s dollars with a maximum of 500 [D259]', (amount) => {
  expect(validateTransfer({ recipientNo: 'RFL3000102', amount }, 500)).toBeUndefined()
})

it.each([
  [2, 'paid', true],
  [12, 'paid', false],
  [2, 'processing', false],
  [2, 'failed', false],
] as const)(
  'checks whether a payment of type %i that is %s has a receipt: %s [D292]',
  (paymentTypeId, paymentStatus, has) => {
    expect(hasReceipt({ paymentTypeId, paymentStatus })).toBe(has)
  },
)
