import { describe, expect, it } from 'vitest'
import { type CheckFormValues, checkFormSchema, isCheckFormComplete, toCheckRequest } from './check-form.ts'

const entry: CheckFormValues = {
  checkNo: '0001042',
  payeeName: 'Marina Sample',
  memo: 'Premium',
  amount: '1,317.75',
  createdAt: '2026-11-19',
}
const problem = (is: Partial<CheckFormValues>) =>
  checkFormSchema.safeParse({ ...entry, ...is }).error?.issues[0]?.message

describe('payment-by-check form', () => {
  it('keeps leading zeros of the check number, and converts the amount to dollars', () => {
    expect(checkFormSchema.safeParse(entry).success).toBe(true)
    expect(toCheckRequest(entry)).toMatchObject({ checkNo: '0001042', amount: 1317.75 })
  })
  it.each(['0', '000', '', '12a'])('rejects the check number %j [C124] [D239]', (checkNo) =>
    expect(problem({ checkNo })).toBe('Please provide a valid check number.'),
  )
  it('limits the check number to 15 digits [C125] [D239]', () => {
    expect(problem({ checkNo: '1'.repeat(15) })).toBeUndefined()
    expect(problem({ checkNo: '1'.repeat(16) })).toBe('Please provide a valid check number.')
  })
  it('requires a remitter name [C127]', () => expect(problem({ payeeName: ' ' })).toBe('Remitter name is required.'))
  it('requires a memo of at most 100 characters [C128] [C129] [D242]', () => {
    expect(problem({ memo: '' })).toBe('Memo is required.')
    expect(problem({ memo: 'x'.repeat(100) })).toBeUndefined()
    expect(problem({ memo: 'x'.repeat(101) })).toBeTypeOf('string')
  })
  it.each(['0', '0.99', '', 'abc'])('rejects an amount of $%j [C130] [D243]', (amount) =>
    expect(problem({ amount })).toBe('Please enter an amount greater than 0'),
  )
  it('accepts an amount of one dollar [C130] [D243]', () => expect(problem({ amount: '1' })).toBeUndefined())
  it('requires a deposit date [C131]', () => expect(problem({ createdAt: '' })).toBe('Please select a date.'))
  it('requires a value in every field [C133]', () => {
    expect(isCheckFormComplete(entry)).toBe(true)
    expect(isCheckFormComplete({ ...entry, memo: ' ' })).toBe(false)
  })
})
