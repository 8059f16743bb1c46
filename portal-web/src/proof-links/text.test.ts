import type { ProofOfInsurance } from '@tideline/sdk'
import { viewProofOfInsurance } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { describe, expect, it } from 'vitest'
import { describeProofStatus } from './text.ts'

const proof = getExample(viewProofOfInsurance).payload

describe('describeProofStatus', () => {
  it.each<[Partial<ProofOfInsurance>, string]>([
    [{ status: 'active' }, 'Coverage is in effect until 06/15/2027.'],
    [{ status: 'bound' }, 'Coverage begins on 06/15/2026.'],
    [{ status: 'pendingCancel' }, 'A cancellation was requested. The policy is not cancelled yet.'],
    [{ status: 'pendingCancel', coverageEndsOn: '2026-12-31' }, 'This policy will be cancelled on 12/31/2026.'],
    [{ status: 'cancelled', coverageEndsOn: '2026-10-31' }, 'This policy was cancelled on 10/31/2026.'],
    [{ status: 'cancelled' }, 'This policy was cancelled.'],
    [{ status: 'expired' }, 'Coverage ended on 06/15/2027.'],
    [{ status: 'inactive' }, 'This policy is not active.'],
  ])('describes %j', (changes, text) => {
    expect(describeProofStatus({ ...proof, ...changes })).toBe(text)
  })
})
