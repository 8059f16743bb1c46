import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { finalizeCancelPolicy } from '@tideline/sdk/operations'
import { getCancellationOptions } from '@tideline/sdk/query'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { CancellationDetails } from '../cancellation/CancellationDetails.tsx'

/** Completes a pending cancellation. The note is optional (CAN-14). */
export function FinalizeCancellationDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo } = policy
  const [note, setNote] = useState('')
  const pending = useQuery({
    ...getCancellationOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const finalize = useAction(
    () =>
      api.call(finalizeCancelPolicy, {
        body: { PolicyNumber: policyNo, ...(note.trim() && { NoteInfo: { Note: note.trim(), Private: false } }) },
      }),
    { changes: 'everything', successToast: 'The policy is cancelled.', onDone: onClose },
  )
  const status = pending.data?.payload
  return (
    <FormDialog
      title="Finalize Cancellation"
      size="small"
      submitLabel="Finalize"
      busyLabel="Finalizing…"
      danger
      disabledReason={
        status?.requiresSecondPerson
          ? 'Someone else must finalize this cancellation. You requested it, and it returns premium for days that have passed.'
          : undefined
      }
      isBusy={finalize.isBusy}
      problem={finalize.problem}
      onSubmit={() => finalize.run()}
      onClose={onClose}
    >
      <p>This posts the refund and notifies the insured and lienholders. Only a reinstatement reverses it.</p>
      <QueryState
        query={pending}
        lines={3}
        label="Loading the cancellation"
        problem="The cancellation could not be loaded"
      />
      {status && <CancellationDetails summary={status} viewer={policy.viewer.kind} />}
      <TextArea
        label="Notes"
        optional
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
