import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminApiKey } from '@tideline/sdk'
import { revokeAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify, useRefresh } from 'react-admin'

/** Ends a key for good. */
export function RevokeKey({ apiKey, onClose }: { apiKey: AdminApiKey; onClose: () => void }) {
  const notify = useNotify()
  const refresh = useRefresh()
  const revoke = useMutation({
    mutationFn: () => api.call(revokeAdminApiKey, { path: { id: apiKey.id } }),
    onSuccess: () => {
      notify(`The key for ${apiKey.name} opens nothing any more.`, { type: 'success' })
      refresh()
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby="revoke-title">
      <DialogTitle id="revoke-title">Revoke the key for {apiKey.name}?</DialogTitle>
      <DialogContent>
        {revoke.isError ? <Alert severity="error">{revoke.error.message}</Alert> : null}
        <Typography>
          The program that calls with it is refused from this moment on. A key that was revoked stays so: a program that
          is to go on needs its replacement first.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="error" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke the key
        </Button>
      </DialogActions>
    </Dialog>
  )
}
