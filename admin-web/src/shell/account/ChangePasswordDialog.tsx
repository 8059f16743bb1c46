import { TextField } from '@mui/material'
import { changePassword } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { useAction } from '../../kit/useAction.ts'
import { ErrorList, NewPasswordFields, parseNewPasswordForm } from './NewPasswordFields.tsx'

/** Changes the user's own password. Requires the current password. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [problems, setProblems] = useState<string[]>([])
  const change = useAction(
    (body: { currentPassword: string; newPassword: string }) => api.call(changePassword, { body }),
    { changes: [], successMessage: 'Your password was changed.', onDone: onClose },
  )
  const submit = (text: (name: string) => string) => {
    change.reset()
    const currentPassword = text('currentPassword')
    const { newPassword, problems: found } = parseNewPasswordForm(text)
    if (!currentPassword) found.unshift('Enter your current password')
    setProblems(found)
    if (found.length === 0) change.run({ currentPassword, newPassword })
  }
  return (
    <FormDialog
      title="Change password"
      submitLabel="Change password"
      isBusy={change.isBusy}
      problem={change.problem}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
