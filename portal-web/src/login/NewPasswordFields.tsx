import { findPasswordProblems } from '@tideline/sdk/words'
import { getConfirmationError, type NewPassword } from '@tideline/web-kit/session/new-password.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useFormContext } from 'react-hook-form'

/** Fields for a new password and its confirmation. Must be inside a form of type `NewPassword`. */
export function NewPasswordFields() {
  const { register, formState } = useFormContext<NewPassword>()
  const { newPassword, confirmation } = formState.errors
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help={
          newPassword
            ? undefined
            : '8 to 100 characters with an uppercase and a lowercase letter, a digit and a special character'
        }
        error={newPassword?.message}
        {...register('newPassword', { validate: (typed) => findPasswordProblems(typed).join('. ') || true })}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        error={confirmation?.message}
        {...register('confirmation', { validate: (_, form) => getConfirmationError(form) ?? true })}
      />
    </>
  )
}
