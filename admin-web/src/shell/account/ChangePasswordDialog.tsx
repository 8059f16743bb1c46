import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { changePassword } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { ErrorList, NewPasswordFields, parseNewPasswordForm } from './NewPasswordFields.tsx'

/** Changes the user's own password. Requires the current password. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify()
  const [problems, setProblems] = useState<string[]>([])
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.call(changePassword, { body }),
    onSuccess: () => {
      notify('Your password was changed.', { type: 'success' })
      onClose()
    },
    onError: (error) => setProblems([error.message]),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const currentPassword = String(form.get('currentPassword') ?? '')
    const { newPassword, problems: found } = parseNewPasswordForm(form)
    if (!currentPassword) found.unshift('Enter your current password')
    setProblems(found)
    if (found.length === 0) change.mutate({ currentPassword, newPassword })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="change-password-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="change-password-title">Change password</DialogTitle>
        <DialogContent>
          <ErrorList sentences={problems} />
          <TextField
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            fullWidth
            margin="normal"
          />
          <NewPasswordFields />
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
