import type { PolicyConfirmation } from '@tideline/sdk'
import { nonRenewPolicy } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

/** Lets an earthquake policy end with its term; needs a note (spec 2 §4 and §5). */
export function NonRenewDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const [note, setNote] = useState('')
  const mark = useAction(
    () => api.call(nonRenewPolicy, { body: { PolicyNo: policy.policyNo, Note: note.trim(), reasonCode: '99' } }),
    {
      changes: 'everything',
      done: 'Success: Policy has been successfully non-renewed!',
      failed: 'Error: There was an error non-renewing the policy.',
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Confirm Non-Renewal"
      size="small"
      submitLabel="Confirm"
      busyLabel="Saving…"
      notYet={note.trim() ? undefined : 'A note is required.'}
      isBusy={mark.isBusy}
      problem={mark.problem}
      onSubmit={() => mark.run()}
      onClose={onClose}
    >
      <p>The policy stays in force until its term ends, and is not renewed.</p>
      <TextArea label="Note" maxLength={4000} value={note} onChange={(event) => setNote(event.target.value)} />
    </FormDialog>
  )
}
