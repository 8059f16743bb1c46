import type { PolicyDetails } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import {
  getLinkRequestPageAfterError,
  getPageAfterDeepLink,
  getPageAfterLink,
  getPageAfterWelcome,
  getPaymentExemption,
  getRemainingSteps,
} from './next-step.ts'

const policy = (
  isSigned: boolean,
  isPaid: boolean,
  requiresSignatures = true,
): Pick<PolicyDetails, 'isSigned' | 'isPaid' | 'payableAmount' | 'isPaymentProcessing' | 'isBilledToLender'> => ({
  ...{ isPaid, payableAmount: isPaid ? 0 : 20, isPaymentProcessing: false, isBilledToLender: false },
  isSigned: [
    { party: 1, isSigned: false, requiresSignatures: true },
    { party: 2, isSigned, requiresSignatures },
  ],
})

describe('page after a deep link', () => {
  it.each([
    [true, true, '/policyholder/select'],
    [true, false, '/policyholder/welcome'],
    [false, true, '/policyholder/welcome'],
    [false, false, '/policyholder/welcome'],
  ])('depends on signed %s and paid %s: %s [P084]', (signed, paid, path) => {
    expect(getPageAfterDeepLink(policy(signed, paid))).toBe(path)
  })
  it('treats an insured without a required signature as signed', () => {
    expect(getPageAfterDeepLink(policy(false, true, false))).toBe('/policyholder/select')
  })
})

describe('landing page of a policy link', () => {
  const linked = (isSigned: boolean, isPaid: boolean) => ({ ...policy(isSigned, isPaid), policyNo: 'RFL3000101' })
  it('is the payment step for an invoice link, whether or not the policy is signed [EML-5]', () => {
    for (const isSigned of [true, false])
      expect(getPageAfterLink('/policyholder/pay/abc', linked(isSigned, false))).toBe(
        '/policyholder/policies/RFL3000101/pay',
      )
  })
  it('is the cancellation page for a cancel link, or the policy if it is signed and paid [P086]', () => {
    expect(getPageAfterLink('/policyholder/cancel/abc', linked(true, false))).toBe('/policyholder/cancel-confirm')
    expect(getPageAfterLink('/policyholder/cancel/abc', linked(true, true))).toBe('/policyholder/policies/RFL3000101')
  })
  it.each(['/policyholder/new/abc', '/policyholder/authenticate/abc', '/policyholder/payments'])(
    'is undefined for the path %s',
    (path) => {
      expect(getPageAfterLink(path, linked(true, false))).toBeUndefined()
    },
  )
})

describe('remaining steps after the welcome page', () => {
  it('are signing, then payment', () => {
    expect(getPageAfterWelcome(policy(false, false))).toBe('/policyholder/documents')
    expect(getPageAfterWelcome(policy(true, false))).toBe('/policyholder/payments')
  })
  it.each([
    [false, false, ['sign', 'pay']],
    [true, false, ['pay']],
    [false, true, ['sign']],
    [true, true, []],
  ])('depend on signed %s and paid %s: %j', (signed, paid, left) => {
    expect(getRemainingSteps(policy(signed, paid))).toEqual(left)
  })
  it('do not include payment while processing payments cover the amount due (BIL-14)', () => {
    const processing = { ...policy(true, false), isPaymentProcessing: true }
    expect(getRemainingSteps({ ...processing, payableAmount: 0 })).toEqual([])
    expect(getPaymentExemption({ ...processing, payableAmount: 0 })).toBe('bank')
  })
  it('include payment after an unfinished or partial payment that leaves an amount due', () => {
    expect(getRemainingSteps({ ...policy(true, false), isPaymentProcessing: true })).toEqual(['pay'])
  })
  it('do not include payment if the lender is billed', () => {
    expect(getRemainingSteps({ ...policy(true, false), isBilledToLender: true })).toEqual([])
    expect(getPaymentExemption({ ...policy(true, false), isBilledToLender: true })).toBe('lender')
  })
})

describe('link request page after an error', () => {
  it('is the residential page only for product 1', () => {
    expect(getLinkRequestPageAfterError({ payload: { ProductId: 1 } })).toBe('/policyholder/generate?residential=1')
    expect(getLinkRequestPageAfterError({ payload: { ProductId: 4 } })).toBe('/policyholder/generate')
    expect(getLinkRequestPageAfterError(undefined)).toBe('/policyholder/generate')
  })

  it('explains after a used link that each link works only once', () => {
    const used = { code: 'already_used', payload: { ProductId: 1 } }
    expect(getLinkRequestPageAfterError(used)).toBe('/policyholder/generate?residential=1&used=1')
    expect(getLinkRequestPageAfterError({ code: 'unauthorized' })).toBe('/policyholder/generate')
  })
})
