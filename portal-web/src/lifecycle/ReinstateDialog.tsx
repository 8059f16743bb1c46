import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { reinstatePolicy } from '@tideline/sdk/operations'
import { firstMessageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'

const unknown = 'There was an error reinstating the policy.'

/** Takes a cancellation back; nobody is told unless it is switched on (spec 2 §6). */
export function ReinstateDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, isPendingCancel } = policy
  const queries = useQueryClient()
  const [notifies, setNotifies] = useState(false)
  const reinstate = useMutation({
    mutationFn: () => api.call(reinstatePolicy, { path: { policyNo, suppress: !notifies } }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Policy has been successfully reinstated!' })
      onClose()
      await queries.invalidateQueries()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Reinstate Policy"
      confirmLabel="Reinstate"
      busy={reinstate.isPending}
      error={reinstate.isError ? firstMessageOf(reinstate.error, unknown) : undefined}
      onConfirm={() => reinstate.mutate()}
    >
      <p>
        {isPendingCancel
          ? 'The request to cancel is withdrawn, with its papers to sign. No money moves.'
          : 'The policy is as if it had never been cancelled. What was given back is charged again and due now.'}
      </p>
      <Checkbox
        label={notifies ? 'Notifications active' : 'Notifications suppressed'}
        role="switch"
        checked={notifies}
        onChange={(event) => setNotifies(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
