import { expect, it } from 'vitest'
import { startOf } from './useWizardFlag.ts'

it.each([
  ['', undefined],
  ['#signatureAgentModalOpen', 'sign'],
  ['#paymentModalOpen', 'pay'],
  ['#?paymentModalOpen=true', 'pay'],
  ['#paymentModalOpen=false', undefined],
  ['#other=1&signatureAgentModalOpen=true', 'sign'],
])('the hash "%s" opens %s', (hash, start) => expect(startOf(hash)).toBe(start))
