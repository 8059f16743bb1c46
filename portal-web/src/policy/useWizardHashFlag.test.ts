import { expect, it } from 'vitest'
import { getWizardStepFromHash, getWizardStepFromPath } from './useWizardHashFlag.ts'

it.each([
  ['', undefined],
  ['#signatureAgentModalOpen', 'sign'],
  ['#paymentModalOpen', 'pay'],
  ['#?paymentModalOpen=true', 'pay'],
  ['#paymentModalOpen=false', undefined],
  ['#other=1&signatureAgentModalOpen=true', 'sign'],
])('maps the hash "%s" to the wizard step %s', (hash, start) => expect(getWizardStepFromHash(hash)).toBe(start))

it.each([
  ['/policy/embed/RFL3000101', undefined],
  ['/policy/embed/RFL3000101/pay', 'pay'],
  ['/policyholder/policies/RFL3000101/sign/', 'sign'],
  ['/policyholder/policies/RFL3000101/receipt/pay-1', undefined],
])('maps the path %s to the wizard step %s', (pathname, action) => expect(getWizardStepFromPath(pathname)).toBe(action))
