import type { PolicyDocument } from '@tideline/sdk'
import { deleteDocumentVersion } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'

interface DeleteDocumentDialogProps {
  policyNo: string
  document: PolicyDocument
  policyDocVerId: string
  onClose: () => void
}

function DeleteDocumentDialog({ policyNo, document, policyDocVerId, onClose }: DeleteDocumentDialogProps) {
  const { policyDocId, docName } = document
  const remove = useAction(() => api.call(deleteDocumentVersion, { path: { policyNo, policyDocId, policyDocVerId } }), {
    changes: 'everything',
    successToast: 'Document successfully deleted!',
    errorTitle: 'There was an error deleting the document.',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Delete document"
      size="small"
      submitLabel="Delete"
      busyLabel="Deleting…"
      danger
      isBusy={remove.isBusy}
      problem={remove.problem}
      onSubmit={() => remove.run()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete {docName}?</p>
    </FormDialog>
  )
}

/** Checks whether the document was uploaded. Other documents cannot be deleted. */
export const canDeleteDocument = ({ versions }: PolicyDocument): boolean => versions[0]?.isUpload ?? false

/** Deletes the newest version of an uploaded document after confirmation; staff only (DOC-5). */
export function DeleteDocumentButton({ policyNo, document }: { policyNo: string; document: PolicyDocument }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const latest = document.versions[0]
  if (!latest || !canDeleteDocument(document)) return null
  return (
    <>
      <Button variant="quiet" aria-label={`Delete ${document.docName}`} onClick={() => setIsDialogOpen(true)}>
        Delete
      </Button>
      {isDialogOpen && (
        <DeleteDocumentDialog
          {...{ policyNo, document }}
          policyDocVerId={latest.policyDocVerId}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </>
  )
}
