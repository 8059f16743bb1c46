import type { Claim } from '@tideline/sdk'
import { deleteClaim } from '@tideline/sdk/operations'
import { getErrorMessage, getFirstErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useState } from 'react'

function DeleteClaimDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const remove = useAction(() => api.call(deleteClaim, { path: { claimID: claim.id } }), {
    changes: 'everything',
    successToast: 'The claim was deleted.',
    onDone: onClose,
    // The specification shows this failure in a toast.
    onFailed: (error) => {
      showToast({ tone: 'error', title: 'Error', text: getFirstErrorMessage(error, getErrorMessage(error)) })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Delete claim"
      size="small"
      submitLabel="Delete"
      busyLabel="Deleting…"
      danger
      isBusy={remove.isBusy}
      problem={undefined}
      onSubmit={() => remove.run()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete claim {claim.claimNumber}, with its notes and documents?</p>
    </FormDialog>
  )
}

/** Deletes a claim after confirmation; staff only. */
export function DeleteClaimButton({ claim }: { claim: Claim }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-label={`Delete ${claim.claimNumber}`} onClick={() => setIsDialogOpen(true)}>
        Delete
      </Button>
      {isDialogOpen && <DeleteClaimDialog claim={claim} onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}
