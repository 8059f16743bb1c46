import { Typography } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { revokeAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { useAction } from '../../kit/useAction.ts'

/** A dialog that revokes an API key permanently. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: AdminApiKey; onClose: () => void }) {
  const revoke = useAction(() => api.call(revokeAdminApiKey, { path: { id: apiKey.id } }), {
    changes: 'everything',
    successMessage: `The key for ${apiKey.name} no longer works.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Revoke key ${apiKey.name}?`}
      submitLabel="Revoke key"
      danger
      isBusy={revoke.isBusy}
      problem={revoke.problem}
      onSubmit={() => revoke.run()}
      onClose={onClose}
    >
      <Typography>
        Programs that use it are rejected immediately. A revoked key cannot be restored. To avoid an interruption,
        replace the key first.
      </Typography>
    </FormDialog>
  )
}
