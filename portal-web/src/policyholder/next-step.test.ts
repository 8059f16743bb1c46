import type { PolicyConfirmation, PolicyDetails } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { afterDeepLink, afterWelcome, generateAfterError, paidBy, stepsLeft } from './next-step.ts'

const policy = (
  isSigned: boolean,
  isPaid: boolean,
  requiresSignatures = true,
): Pick<PolicyDetails, 'isSigned' | 'isPaid'> => ({
  isPaid,
  isSigned: [
    { party: 1, isSigned: false, requiresSignatures: true },
    { party: 2, isSigned, requiresSignatures },
  ],
})

describe('after a deep link', () => {
  it.each([
    [true, true, '/policyholder/select'],
    [true, false, '/policyholder/welcome'],
    [false, true, '/policyholder/welcome'],
    [false, false, '/policyholder/welcome'],
  ])('signed %s and paid %s leads to %s [P084]', (signed, paid, path) => {
    expect(afterDeepLink(policy(signed, paid))).toBe(path)
  })
  it('an insured who need not sign has signed', () => {
    expect(afterDeepLink(policy(false, true, false))).toBe('/policyholder/select')
  })
})

describe('after the welcome page', () => {
  it('signing comes before paying', () => {
    expect(afterWelcome(policy(false, false))).toBe('/policyholder/documents')
    expect(afterWelcome(policy(true, false))).toBe('/policyholder/payments')
  })
  it.each([
    [false, false, ['sign', 'pay']],
    [true, false, ['pay']],
    [false, true, ['sign']],
    [true, true, []],
  ])('signed %s and paid %s leaves %j', (signed, paid, left) => {
    expect(stepsLeft(policy(signed, paid))).toEqual(left)
  })
  it('a bank payment on its way leaves nothing to pay', () => {
    expect(stepsLeft({ ...policy(true, false), isPaymentProcessing: true })).toEqual([])
  })
  it('a card payment that its payer left is still to be made', () => {
    const payments = [{ paymentStatus: 'processing', paymentTypeId: 4, amount: 20 }] as PolicyConfirmation['payments']
    expect(stepsLeft({ ...policy(true, false), isPaymentProcessing: true, payments })).toEqual(['pay'])
  })
  it('a bill that went to the lender leaves nothing to pay', () => {
    expect(stepsLeft({ ...policy(true, false), isBilledToLender: true })).toEqual([])
    expect(paidBy({ ...policy(true, false), isBilledToLender: true })).toBe('lender')
  })
})

describe('after an error', () => {
  it('only product 1 asks on the residential page', () => {
    expect(generateAfterError({ payload: { ProductId: 1 } })).toBe('/policyholder/generate?residential=1')
    expect(generateAfterError({ payload: { ProductId: 4 } })).toBe('/policyholder/generate')
    expect(generateAfterError(undefined)).toBe('/policyholder/generate')
  })

  it('who comes with a used link is told that links work once', () => {
    const used = { code: 'already_used', payload: { ProductId: 1 } }
    expect(generateAfterError(used)).toBe('/policyholder/generate?residential=1&used=1')
    expect(generateAfterError({ code: 'unauthorized' })).toBe('/policyholder/generate')
  })
})
