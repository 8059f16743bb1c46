import { useMutation } from '@tanstack/react-query'
import type { LoginCredentials } from '@tideline/sdk'
import { startSecondFactorAtLogin } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { signInWithPassword } from '@tideline/web-kit/session/sign-in.ts'
import type { TwoFactorStepKind } from '@tideline/web-kit/session/two-factor-step.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useForm } from 'react-hook-form'
import { CodeField, missingCodeText } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSecret } from './TwoFactorSecret.tsx'

interface SecondStepProps {
  kind: TwoFactorStepKind
  /** Verified credentials from the first step. They are sent again with the code. */
  credentials: LoginCredentials
  onDone: () => void
  onBack: () => void
}

/** Log-in step after the password: the user enters a code, or sets up two-factor authentication first. */
export function TwoFactorStep({ kind, credentials, onDone, onBack }: SecondStepProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const setUp = useMutation({
    mutationFn: () => api.call(startSecondFactorAtLogin, { body: credentials }),
    meta: { errors: 'own' },
  })
  const logIn = useMutation({
    mutationFn: ({ code }: { code: string }) => signInWithPassword({ ...credentials, code: code.trim() }),
    meta: { errors: 'own' },
    onError: () => setFocus('code', { shouldSelect: true }),
    onSuccess: (recoveryCodes) => !recoveryCodes && onDone(),
  })
  const secret = setUp.data?.payload
  const problem = logIn.error ?? setUp.error
  if (logIn.data)
    return (
      <div className="stack">
        <h1>Two-factor authentication is on</h1>
        <RecoveryCodes codes={logIn.data} />
        <Button block onClick={onDone}>
          I saved them
        </Button>
      </div>
    )
  const mayType = kind === 'code' || secret
  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit((values) => (mayType ? logIn.mutate(values) : setUp.mutate()))}
    >
      <h1>{kind === 'code' ? 'Enter your code' : 'Set up two-factor authentication'}</h1>
      {kind === 'setUp' && (
        <p className="muted">
          From now on, your account requires a code in addition to your password. You need an authenticator app.
        </p>
      )}
      {problem && <Alert tone="error">{getErrorMessage(problem)}</Alert>}
      {secret && <TwoFactorSecret {...secret} />}
      {mayType ? (
        <>
          <CodeField
            isNew={kind === 'setUp'}
            autoFocus
            error={formState.errors.code?.message}
            {...register('code', { required: missingCodeText })}
          />
          <Button type="submit" block busy={logIn.isPending} busyLabel="Logging in…">
            Log in
          </Button>
        </>
      ) : (
        <Button type="submit" block busy={setUp.isPending} busyLabel="Creating a key…">
          Show the QR code
        </Button>
      )}
      <Button variant="secondary" block onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
