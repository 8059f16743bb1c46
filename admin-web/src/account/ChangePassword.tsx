import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { api } from '@tideline/portal-web/session/api.ts'
import { changePassword } from '@tideline/sdk/operations'
import { zChangePasswordRequest } from '@tideline/sdk/zod'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'

export const passwordRule =
  '8 to 100 characters with an uppercase and a lowercase letter, a digit and a special character'

/** The own password, with the present one. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const notify = useNotify()
  const [problem, setProblem] = useState<string>()
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.call(changePassword, { body }),
    onSuccess: () => {
      notify('Your password was changed.', { type: 'success' })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = zChangePasswordRequest.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (wish.success) change.mutate(wish.data)
    else setProblem(`Use ${passwordRule}.`)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="change-password-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="change-password-title">Change password</DialogTitle>
        <DialogContent>
          {problem ? <Alert severity="error">{problem}</Alert> : null}
          <TextField
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            fullWidth
            margin="normal"
          />
          <TextField
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            helperText={passwordRule}
            fullWidth
            margin="normal"
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={change.isPending}>
            Change password
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
