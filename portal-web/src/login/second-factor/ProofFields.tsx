import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useFormContext } from 'react-hook-form'
import { CodeField, codeNeeded } from './CodeField.tsx'

export interface Proof {
  currentPassword: string
  code: string
}

/** That it is the owner who asks: the password, and a code where there is a second factor. */
export function ProofFields({ withCode }: { withCode: boolean }) {
  const { register, formState } = useFormContext<Proof>()
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
      {withCode && <CodeField error={code?.message} {...register('code', { required: codeNeeded })} />}
    </>
  )
}
