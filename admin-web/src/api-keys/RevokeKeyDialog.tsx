import { Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminApiKey } from '@tideline/sdk'
import { revokeAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify, useRefresh } from 'react-admin'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'

/** A dialog that revokes an API key permanently. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: AdminApiKey; onClose: () => void }) {
  const notify = useNotify()
  const refresh = useRefresh()
  const revoke = useMutation({
    mutationFn: () => api.call(revokeAdminApiKey, { path: { id: apiKey.id } }),
    onSuccess: () => {
      notify(`The key for ${apiKey.name} no longer works.`, { type: 'success' })
      refresh()
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Revoke key ${apiKey.name}?`}
      confirm="Revoke key"
      isDestructive
      isBusy={revoke.isPending}
      problem={revoke.error?.message}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <Typography>
        Programs that use it are rejected immediately. A revoked key cannot be restored. To avoid an interruption,
        replace the key first.
      </Typography>
    </FormDialog>
  )
}
