import { useMutation } from '@tanstack/react-query'
import type { PasswordResetRequest } from '@tideline/sdk'
import { requestPasswordReset } from '@tideline/sdk/operations'
import { zPasswordResetRequest } from '@tideline/sdk/zod'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { contractResolver } from '@tideline/web-kit/forms/contract-resolver.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

const resolver = contractResolver<PasswordResetRequest>(zPasswordResetRequest, {
  email: 'Enter your email address, like name@example.com',
})

/** Page where agents and staff request a password reset link. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const { register, handleSubmit, formState } = useForm<PasswordResetRequest>({
    resolver,
    reValidateMode: 'onBlur',
    defaultValues: { email: '' },
  })
  const requestReset = useMutation({
    mutationFn: (body: PasswordResetRequest) => api.call(requestPasswordReset, { body }),
    meta: { errors: 'own' },
  })
  return (
    <div className="narrow stack">
      <Card>
        {requestReset.isSuccess ? (
          <div className="stack">
            <h1>Check your email</h1>
            <Alert tone="success">{requestReset.data.message}</Alert>
            <p className="muted">
              The link expires in one hour and works only once. If it doesn’t arrive in a few minutes, check your spam
              folder.
            </p>
          </div>
        ) : (
          <form className="stack" noValidate onSubmit={handleSubmit((values) => requestReset.mutate(values))}>
            <h1>Forgot your password?</h1>
            <p className="muted">We’ll email you a link to choose a new one.</p>
            {requestReset.isError && <Alert tone="error">{getErrorMessage(requestReset.error)}</Alert>}
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              error={formState.errors.email?.message}
              {...register('email')}
            />
            <Button type="submit" block busy={requestReset.isPending} busyLabel="Sending…">
              Send link
            </Button>
          </form>
        )}
      </Card>
      <p>
        <Link to={paths.login()}>Back to log-in</Link>
      </p>
    </div>
  )
}
