import { TextField } from '@mui/material'
import { findPasswordProblems } from '@tideline/sdk/words'
import { getConfirmationError } from '@tideline/web-kit/session/new-password.ts'
import { Alert } from '../../kit/Alert.tsx'

/** The fields for a new password and its confirmation. */
export const NewPasswordFields = () => (
  <>
    <TextField
      name="newPassword"
      label="New password"
      type="password"
      autoComplete="new-password"
      helperText="8 to 100 characters with an uppercase and a lowercase letter, a digit and a special character"
      fullWidth
      margin="normal"
    />
    <TextField
      name="confirmation"
      label="Confirm new password"
      type="password"
      autoComplete="new-password"
      fullWidth
      margin="normal"
    />
  </>
)

/** Returns the new password and the error messages for it. */
export function parseNewPasswordForm(text: (name: string) => string): { newPassword: string; problems: string[] } {
  const newPassword = text('newPassword')
  const typedAgain = getConfirmationError({ newPassword, confirmation: text('confirmation') })
  return { newPassword, problems: [...findPasswordProblems(newPassword), ...(typedAgain ? [typedAgain] : [])] }
}

/** A list of error messages, one per line. Renders nothing if there are no messages. */
export const ErrorList = ({ sentences }: { sentences: string[] }) =>
  sentences.length > 0 ? (
    <Alert severity="error">
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  ) : null
