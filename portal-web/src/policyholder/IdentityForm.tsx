import { useSaveFormInput } from '@tideline/web-kit/forms/useSaveFormInput.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { validateIdentity } from './identity.ts'
import { linkRequestStorageKeys } from './link-request-draft.ts'

/** Step 1 of requesting a link: email address or policy number. */
export function IdentityForm({ identity, onSubmit }: { identity: string; onSubmit: (identity: string) => void }) {
  const { register, handleSubmit, formState, control } = useForm({ mode: 'onBlur', defaultValues: { identity } })
  useSaveFormInput(linkRequestStorageKeys.identity, control)
  return (
    <form className="stack" noValidate onSubmit={handleSubmit((values) => onSubmit(values.identity))}>
      <h1>Get a link to your policy</h1>
      <p className="muted">We’ll email you a link to your policy. No password needed.</p>
      <TextField
        label="Email or policy number"
        help="The email address your agent has on file, or the policy number on your declarations page, such as RFL3000101"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={formState.errors.identity?.message}
        {...register('identity', { validate: (typed) => validateIdentity(typed) ?? true })}
      />
      <Button type="submit" block>
        Continue
      </Button>
    </form>
  )
}
