import type { PolicyDocument } from '@tideline/sdk'
import { deleteDocumentVersion } from '@tideline/sdk/operations'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'

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
        <ConfirmActionDialog
          title="Delete document"
          submitLabel="Delete"
          busyLabel="Deleting…"
          act={() =>
            api.call(deleteDocumentVersion, {
              path: { policyNo, policyDocId: document.policyDocId, policyDocVerId: latest.policyDocVerId },
            })
          }
          changes="everything"
          successToast="Document successfully deleted!"
          errorTitle="There was an error deleting the document."
          onClose={() => setIsDialogOpen(false)}
        >
          <p>Are you sure you want to delete {document.docName}?</p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
