import type { PolicyConfirmation } from '@tideline/sdk'
import { endorsePolicy } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'
import { getPermissions } from '../base/may-of.ts'
import { type AgencyChange, changeNotice, changeProblem, getFailure, trimmed } from './change.ts'

/** Changes the policy's agent of record. Staff can also specify the producer (POL-10). */
export function ChangeAgencyDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, agencyNo, producerName } = policy
  const mayRename = getPermissions(policy, 'changeProducerName')
  const [typed, setTyped] = useState<AgencyChange>({ agencyNo, notes: '', producerName: '' })
  const change = useAction(
    async () => {
      const { agencyNo: agentNo, notes, producerName: producer } = trimmed(typed)
      const { payload } = await api.call(endorsePolicy, {
        path: { policyNo },
        body: { endorsementType: 'aor', agentNo, notes, ...(producer && { producerName: producer }) },
      })
      return payload
    },
    {
      changes: 'everything',
      onDone: (now) => {
        toast({ tone: 'success', title: changeNotice({ agencyNo, producerName: producerName ?? null }, now) })
        onClose()
      },
      // The specification closes the form on failure, too.
      onFailed: (error) => {
        toast({
          tone: 'error',
          title: 'Error!',
          text: getFailure(error),
        })
        onClose()
      },
    },
  )
  const problem = changeProblem(typed)
  const set = (part: Partial<AgencyChange>) => setTyped((before) => ({ ...before, ...part }))
  return (
    <FormDialog
      title="Change Agency"
      size="small"
      submitLabel="Update"
      busyLabel="Updating…"
      notYet={problem}
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
