import type { PolicyConfirmation } from '@tideline/sdk'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { applyOptimisticPayment, applyOptimisticSignature } from './optimistic-policy.ts'
import { getConfirmationQuery } from './usePolicy.ts'

// Sets `window.location`, which the module under test reads on import.
vi.hoisted(() => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
})

const { policyNo } = buildConfirmationPolicy()
const { queryKey } = getConfirmationQuery(policyNo)
const shown = () => queryClient.getQueryData(queryKey)?.payload
const signedBy = () => shown()?.isSigned.flatMap(({ party, isSigned }) => (isSigned ? [party] : []))
const read = (policy: ReturnType<typeof buildConfirmationPolicy>) =>
  queryClient.setQueryData(queryKey, buildConfirmation(policy))

beforeEach(() => {
  queryClient.clear()
  const open = { isSigned: false, requiresSignatures: true }
  const isSigned: PolicyConfirmation['isSigned'] = [
    { party: 1, ...open },
    { party: 2, ...open },
  ]
  read(buildConfirmationPolicy({ by: 'insured', isSigned, isPaid: false, currentlyDue: 120.3, totalDue: 1000 }))
})

describe('optimistic policy state', () => {
  it("shows the viewer's signature until the change is undone [P186]", () => {
    const undo = applyOptimisticSignature(policyNo)
    expect(signedBy()).toEqual([2])
    undo()
    expect(signedBy()).toEqual([])
  })

  it('shows a signature and a payment without sending a request [P188]', () => {
    applyOptimisticSignature(policyNo, 1)
    expect(signedBy()).toEqual([1])
    applyOptimisticPayment(policyNo, 120.2)
    expect(shown()).toMatchObject({ isPaid: false, currentlyDue: 0.1, totalDue: 879.8 })
    applyOptimisticPayment(policyNo, 0.1)
    expect(shown()).toMatchObject({ isPaid: true, currentlyDue: 0 })
  })

  it('keeps newer server data when the change is undone', () => {
    const undo = applyOptimisticSignature(policyNo)
    read(buildConfirmationPolicy({ by: 'insured', status: 'Cancelled' }))
    undo()
    expect(shown()?.status).toBe('Cancelled')
  })

  it('changes nothing for a policy that is not loaded', () => {
    queryClient.clear()
    applyOptimisticSignature(policyNo)()
    expect(shown()).toBeUndefined()
  })
})
