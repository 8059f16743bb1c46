import { expect, it } from 'vitest'
import { getAction, getStart } from './useWizardFlag.ts'

it.each([
  ['', undefined],
  ['#signatureAgentModalOpen', 'sign'],
  ['#paymentModalOpen', 'pay'],
  ['#?paymentModalOpen=true', 'pay'],
  ['#paymentModalOpen=false', undefined],
  ['#other=1&signatureAgentModalOpen=true', 'sign'],
])('the hash "%s" opens %s', (hash, start) => expect(getStart(hash)).toBe(start))

it.each([
  ['/policy/embed/RFL3000101', undefined],
  ['/policy/embed/RFL3000101/pay', 'pay'],
  ['/policyholder/policies/RFL3000101/sign/', 'sign'],
  ['/policyholder/policies/RFL3000101/receipt/pay-1', undefined],
])('the address %s opens %s', (pathname, action) => expect(getAction(pathname)).toBe(action))
