import type { PolicyConfirmation } from '@tideline/sdk'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { aPolicySeen, confirmationWith } from '@tideline/web-kit/testing/policy.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPaid, showSigned } from './shown-state.ts'
import { confirmationOf } from './usePolicy.ts'

// What is under test asks the page where it is as soon as it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
})

const { policyNo } = aPolicySeen()
const { queryKey } = confirmationOf(policyNo)
const shown = () => queryClient.getQueryData(queryKey)?.payload
const signedBy = () => shown()?.isSigned.flatMap(({ party, isSigned }) => (isSigned ? [party] : []))
const read = (policy: ReturnType<typeof aPolicySeen>) => queryClient.setQueryData(queryKey, confirmationWith(policy))

beforeEach(() => {
  queryClient.clear()
  const open = { isSigned: false, requiresSignatures: true }
  const isSigned: PolicyConfirmation['isSigned'] = [
    { party: 1, ...open },
    { party: 2, ...open },
  ]
  read(aPolicySeen({ by: 'insured', isSigned, isPaid: false, currentlyDue: 120.3, totalDue: 1000 }))
})

describe('what is shown before the server has said so', () => {
  it('is the signature of the viewer, until it is taken back [P186]', () => {
    const takeBack = showSigned(policyNo)
    expect(signedBy()).toEqual([2])
    takeBack()
    expect(signedBy()).toEqual([])
  })

  it('is what the agent has signed, and what is paid, without a call [P188]', () => {
    showSigned(policyNo, 1)
    expect(signedBy()).toEqual([1])
    showPaid(policyNo, 120.2)
    expect(shown()).toMatchObject({ isPaid: false, currentlyDue: 0.1, totalDue: 879.8 })
    showPaid(policyNo, 0.1)
    expect(shown()).toMatchObject({ isPaid: true, currentlyDue: 0 })
  })

  it('gives way to what the server said meanwhile', () => {
    const takeBack = showSigned(policyNo)
    read(aPolicySeen({ by: 'insured', status: 'Cancelled' }))
    takeBack()
    expect(shown()?.status).toBe('Cancelled')
  })

  it('is nothing for a policy that is not known', () => {
    queryClient.clear()
    showSigned(policyNo)()
    expect(shown()).toBeUndefined()
  })
})
