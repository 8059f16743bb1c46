import { Typography } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { revokeAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { ActionDialog } from '../../kit/dialogs/ActionDialog.tsx'

/** A dialog that revokes an API key permanently. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: AdminApiKey; onClose: () => void }) {
  return (
    <ActionDialog
      title={`Revoke key ${apiKey.name}?`}
      submitLabel="Revoke key"
      danger
      act={() => api.call(revokeAdminApiKey, { path: { id: apiKey.id } })}
      successMessage={`The key for ${apiKey.name} no longer works.`}
      onClose={onClose}
    >
      <Typography>
        Programs that use it are rejected immediately. A revoked key cannot be restored. To avoid an interruption,
        replace the key first.
      </Typography>
    </ActionDialog>
  )
}
