import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PolicyDocument } from '@tideline/sdk'
import { deleteDocumentVersion } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'

/** Takes the newest version of an uploaded document away, once it is confirmed; for staff (spec 2 §6). */
export function DeleteDocument({ policyNo, document }: { policyNo: string; document: PolicyDocument }) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const latest = document.versions[0]
  const remove = useMutation({
    mutationFn: (policyDocVerId: string) =>
      api.call(deleteDocumentVersion, { path: { policyNo, policyDocId: document.policyDocId, policyDocVerId } }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Document successfully deleted!' })
      await queries.invalidateQueries()
    },
    onError: () => toast({ tone: 'error', title: 'There was an error deleting the document.' }),
    onSettled: () => setIsAsking(false),
  })
  if (!latest?.isUpload) return null
  return (
    <>
      <Button variant="quiet" aria-label={`Delete ${document.docName}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete document"
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(latest.policyDocVerId)}
      >
        <p>Are you sure you want to delete {document.docName}?</p>
      </ConfirmDialog>
    </>
  )
}
