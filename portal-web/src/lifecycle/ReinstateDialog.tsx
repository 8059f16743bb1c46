import type { PolicyConfirmation } from '@tideline/sdk'
import { reinstatePolicy } from '@tideline/sdk/operations'
import { getFirstErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { useState } from 'react'

const unknown = 'There was an error reinstating the policy.'

/** Dialog that reinstates a cancelled policy. Notifications are off by default (REI-2). */
export function ReinstateDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, isPendingCancel } = policy
  const [notifies, setNotifies] = useState(false)
  const reinstate = useAction(() => api.call(reinstatePolicy, { path: { policyNo, suppress: !notifies } }), {
    changes: 'everything',
    successToast: 'Policy has been successfully reinstated!',
    formatError: (error) => getFirstErrorMessage(error, unknown),
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Reinstate Policy"
      size="small"
      submitLabel="Reinstate"
      busyLabel="Reinstating…"
      isBusy={reinstate.isBusy}
      problem={reinstate.problem}
      onSubmit={() => reinstate.run()}
      onClose={onClose}
    >
      <p>
        {isPendingCancel
          ? 'The cancellation request is withdrawn, including documents not yet signed. No money is refunded or charged.'
          : 'The policy is restored as if it had never been cancelled. Returned premium is charged again and due now.'}
      </p>
      <Checkbox
        label={notifies ? 'Notifications active' : 'Notifications suppressed'}
        role="switch"
        checked={notifies}
        onChange={(event) => setNotifies(event.target.checked)}
      />
    </FormDialog>
  )
}
