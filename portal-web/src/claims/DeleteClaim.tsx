import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Claim } from '@tideline/sdk'
import { deleteClaim } from '@tideline/sdk/operations'
import { firstMessageOf, messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'

/** Takes a claim away, once it is confirmed; for staff. */
export function DeleteClaim({ claim }: { claim: Claim }) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.call(deleteClaim, { path: { claimID: claim.id } }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      toast({ tone: 'success', title: 'The claim was deleted.' })
      await queries.invalidateQueries()
    },
    onError: (error) => toast({ tone: 'error', title: 'Error', text: firstMessageOf(error, messageOf(error)) }),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button variant="quiet" aria-label={`Delete ${claim.claimNumber}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete claim"
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>Are you sure you want to delete claim {claim.claimNumber}, with its notes and documents?</p>
      </ConfirmDialog>
    </>
  )
}
