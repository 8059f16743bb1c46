import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { nonRenewPolicy } from '@tideline/sdk/operations'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'

/** Lets an earthquake policy end with its term; needs a note (spec 2 §4 and §5). */
export function NonRenewDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const mark = useMutation({
    mutationFn: () =>
      api.call(nonRenewPolicy, { body: { PolicyNo: policy.policyNo, Note: note.trim(), reasonCode: '99' } }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Success: Policy has been successfully non-renewed!' })
      onClose()
      await queries.invalidateQueries()
    },
    onError: (error) =>
      toast({
        tone: 'error',
        title: 'Error: There was an error non-renewing the policy.',
        text: messageOf(error),
      }),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Confirm Non-Renewal"
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={mark.isPending}
            busyLabel="Saving…"
            disabledReason={note.trim() ? undefined : 'A note is required.'}
            onClick={() => mark.mutate()}
          >
            Confirm
          </Button>
        </>
      }
    >
      <p>The policy stays in force until its term ends, and is not renewed.</p>
      <TextArea label="Note" maxLength={4000} value={note} onChange={(event) => setNote(event.target.value)} />
    </Dialog>
  )
}
