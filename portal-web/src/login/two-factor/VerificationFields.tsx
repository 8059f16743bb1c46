import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useFormContext } from 'react-hook-form'
import { CodeField, missingCodeText } from './CodeField.tsx'

export interface VerificationInput {
  currentPassword: string
  code: string
}

/** The fields that verify the user: the password and, with two-factor authentication, a code. */
export function VerificationFields({ withCode }: { withCode: boolean }) {
  const { register, formState } = useFormContext<VerificationInput>()
  const { currentPassword, code } = formState.errors
  return (
    <>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={currentPassword?.message}
        {...register('currentPassword', { required: 'Enter your current password' })}
      />
      {withCode && <CodeField error={code?.message} {...register('code', { required: missingCodeText })} />}
    </>
  )
}
