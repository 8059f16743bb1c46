import type { PolicyConfirmation } from '@tideline/sdk'
import { takeBackNonRenewal } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

/** Lets a policy that would end with its term be renewed after all; needs a note (ADR 43). */
export function TakeBackNonRenewalDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const [note, setNote] = useState('')
  const takeBack = useAction(
    () => api.call(takeBackNonRenewal, { path: { policyNo: policy.policyNo }, body: { note: note.trim() } }),
    { changes: 'everything', done: 'The policy is renewed after all.', onDone: onClose },
  )
  return (
    <FormDialog
      title="Take the Non-Renewal Back"
      size="small"
      submitLabel="Take back"
      busyLabel="Saving…"
      notYet={note.trim() ? undefined : 'A note is required.'}
      isBusy={takeBack.isBusy}
      problem={takeBack.problem}
      onSubmit={() => takeBack.run()}
      onClose={onClose}
    >
      <p>The policy is renewed when its term ends. The insured and the lienholders are told.</p>
      <TextArea label="Note" maxLength={4000} value={note} onChange={(event) => setNote(event.target.value)} />
    </FormDialog>
  )
}
