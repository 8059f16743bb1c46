import type { PartySignature, PolicyConfirmation } from '@tideline/sdk'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { confirmationOf } from './usePolicy.ts'

/** Takes back what was shown ahead of the server. */
type TakeBack = () => void

function showAs(policyNo: string, change: (policy: PolicyConfirmation) => Partial<PolicyConfirmation>): TakeBack {
  const { queryKey } = confirmationOf(policyNo)
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => undefined
  const shown = queryClient.setQueryData(queryKey, {
    ...before,
    payload: { ...before.payload, ...change(before.payload) },
  })
  // What the server has said meanwhile stays.
  return () => {
    if (queryClient.getQueryData(queryKey) === shown) queryClient.setQueryData(queryKey, before)
  }
}

/** Shows a policy as signed by a party (1 agent, 2 insured), its viewer's without one, before the signatures are posted. */
export const showSigned = (policyNo: string, party?: 1 | 2): TakeBack =>
  showAs(policyNo, ({ isSigned: [one, other], viewer }) => {
    const after = (entry: PartySignature) =>
      entry.party === (party ?? viewer.party) ? { ...entry, isSigned: true } : entry
    return { isSigned: [after(one), after(other)] }
  })

/** Shows so many dollars as paid, without a call; the policy is paid when nothing is due any more. */
export const showPaid = (policyNo: string, dollars: number): TakeBack =>
  showAs(policyNo, (policy) => {
    const left = (due: number) => Math.max(0, Math.round((due - dollars) * 100) / 100)
    const currentlyDue = left(policy.currentlyDue)
    return { currentlyDue, totalDue: left(policy.totalDue), isPaid: currentlyDue === 0 }
  })
