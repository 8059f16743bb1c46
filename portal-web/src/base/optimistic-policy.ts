import type { PartySignature, PolicyConfirmation } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { getConfirmationQuery } from './usePolicy.ts'

/** Undoes an optimistic change. */
type UndoChange = () => void

function applyOptimisticChange(
  policyNo: string,
  change: (policy: PolicyConfirmation) => Partial<PolicyConfirmation>,
): UndoChange {
  const { queryKey } = getConfirmationQuery(policyNo)
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => undefined
  const shown = queryClient.setQueryData(queryKey, {
    ...before,
    payload: { ...before.payload, ...change(before.payload) },
  })
  // Undoes the change only if the server has not sent newer data in the meantime.
  return () => {
    if (queryClient.getQueryData(queryKey) === shown) queryClient.setQueryData(queryKey, before)
  }
}

/**
 * Shows a policy as signed before the signatures are submitted.
 *
 * @param party 1 agent, 2 insured; defaults to the viewer's party
 */
export const applyOptimisticSignature = (policyNo: string, party?: Party): UndoChange =>
  applyOptimisticChange(policyNo, ({ isSigned: [one, other], viewer }) => {
    const after = (entry: PartySignature) =>
      entry.party === (party ?? viewer.party) ? { ...entry, isSigned: true } : entry
    return { isSigned: [after(one), after(other)] }
  })

/**
 * Shows an amount in dollars as paid without waiting for the server. If nothing else is currently due, shows the whole
 * policy as paid.
 */
export const applyOptimisticPayment = (policyNo: string, dollars: number): UndoChange =>
  applyOptimisticChange(policyNo, (policy) => {
    const left = (due: number) => Math.max(0, Math.round((due - dollars) * 100) / 100)
    const currentlyDue = left(policy.currentlyDue)
    return {
      ...{ currentlyDue, totalDue: left(policy.totalDue), isPaid: currentlyDue === 0 },
      ...{ payableAmount: left(policy.payableAmount), payableTotal: left(policy.payableTotal) },
    }
  })
