import type { PolicyConfirmation } from '@tideline/sdk'
import { endorsePolicy } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import {
  type AgencyChange,
  getAgencyChangeError,
  getAgencyChangeNotice,
  trimAgencyChange,
  validateAgencyChange,
} from './agency-change.ts'

/** A dialog that changes the policy's agent of record. Staff can also enter the producer (POL-10). */
export function ChangeAgencyDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, agencyNo, producerName } = policy
  const mayRename = isActionAllowed(policy, 'changeProducerName')
  const [typed, setTyped] = useState<AgencyChange>({ agencyNo, notes: '', producerName: '' })
  const change = useAction(
    async () => {
      const { agencyNo: agentNo, notes, producerName: producer } = trimAgencyChange(typed)
      const { payload } = await api.call(endorsePolicy, {
        path: { policyNo },
        body: { endorsementType: 'aor', agentNo, notes, ...(producer && { producerName: producer }) },
      })
      return payload
    },
    {
      changes: 'everything',
      onDone: (now) => {
        showToast({
          tone: 'success',
          title: getAgencyChangeNotice({ agencyNo, producerName: producerName ?? null }, now),
        })
        onClose()
      },
      // The specification requires the form to close on failure, too.
      onFailed: (error) => {
        showToast({
          tone: 'error',
          title: 'Error!',
          text: getAgencyChangeError(error),
        })
        onClose()
      },
    },
  )
  const problem = validateAgencyChange(typed)
  const set = (part: Partial<AgencyChange>) => setTyped((before) => ({ ...before, ...part }))
  return (
    <FormDialog
      title="Change Agency"
      size="small"
      submitLabel="Update"
      busyLabel="Updating…"
      disabledReason={problem}
      isBusy={change.isBusy}
      problem={undefined}
      onSubmit={() => change.run()}
      onClose={onClose}
    >
      <p>Commission on past transactions stays with the current agency.</p>
      <TextField
        label="Agency number"
        maxLength={20}
        value={typed.agencyNo}
        onChange={({ target }) => set({ agencyNo: target.value })}
      />
      {mayRename && (
        <TextField
          label="Producer name"
          optional
          maxLength={100}
          help={producerName ? `Leave blank to keep ${producerName}.` : undefined}
          value={typed.producerName}
          onChange={({ target }) => set({ producerName: target.value })}
        />
      )}
      <TextArea
        label="Notes"
        help="Reason for the change"
        maxLength={4000}
        value={typed.notes}
        onChange={({ target }) => set({ notes: target.value })}
      />
    </FormDialog>
  )
}
