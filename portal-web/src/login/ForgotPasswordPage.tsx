import { useMutation } from '@tanstack/react-query'
import type { PasswordResetRequest } from '@tideline/sdk'
import { requestPasswordReset } from '@tideline/sdk/operations'
import { zPasswordResetRequest } from '@tideline/sdk/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { contractResolver } from '../forms/contract-resolver.ts'
import { paths } from '../paths.ts'
import { api } from '../session/api.ts'
import { messageOf } from '../session/api-errors.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/TextField.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

const resolver = contractResolver<PasswordResetRequest>(zPasswordResetRequest, {
  email: 'Enter your email address, like name@example.com',
})

/** Agents and staff ask for a link that sets a new password. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const { register, handleSubmit, formState } = useForm<PasswordResetRequest>({
    resolver,
    reValidateMode: 'onBlur',
    defaultValues: { email: '' },
  })
  const ask = useMutation({
    mutationFn: (body: PasswordResetRequest) => api.call(requestPasswordReset, { body }),
    meta: { errors: 'own' },
  })
  return (
    <div className="narrow stack">
      <Card>
        {ask.isSuccess ? (
          <div className="stack">
            <h1>Check your email</h1>
            <Alert tone="success">{ask.data.message}</Alert>
            <p className="muted">
              The link works once, for an hour. Nothing after a few minutes? Look in the spam folder.
            </p>
          </div>
        ) : (
          <form className="stack" noValidate onSubmit={handleSubmit((values) => ask.mutate(values))}>
            <h1>Forgot your password?</h1>
            <p className="muted">We mail you a link to choose a new one.</p>
            {ask.isError && <Alert tone="error">{messageOf(ask.error)}</Alert>}
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              error={formState.errors.email?.message}
              {...register('email')}
            />
            <Button type="submit" block busy={ask.isPending} busyLabel="Sending…">
              Send the link
            </Button>
          </form>
        )}
      </Card>
      <p>
        <Link to={paths.login()}>Back to the log-in</Link>
      </p>
    </div>
  )
}
