import { useMutation } from '@tanstack/react-query'
import type { LoginCredentials } from '@tideline/sdk'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { getHomePath, paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { getSafeRedirectPath } from '@tideline/web-kit/session/route-guard.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { signInWithPassword } from '@tideline/web-kit/session/sign-in.ts'
import { getTwoFactorStep, type TwoFactorStepKind } from '@tideline/web-kit/session/two-factor-step.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { lazy, Suspense, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'

/**
 * Validates the log-in form. Loads the schemas at the first validation, because the first screen does not need them.
 */
const resolver: Resolver<LoginCredentials> = async (...form) =>
  (await import('./log-in-form.ts')).logInResolver(...form)

/** Second log-in step, loaded on demand. */
const SecondStep = lazy(async () => ({ default: (await import('./two-factor/TwoFactorStep.tsx')).TwoFactorStep }))

/** Log-in page for agents and staff. Policyholders log in with a link instead. */
export function LoginPage() {
  usePageTitle('Log in')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isShown, setIsShown] = useState(false)
  const { register, handleSubmit, formState, setFocus } = useForm<LoginCredentials>({
    resolver,
    reValidateMode: 'onBlur',
    defaultValues: { email: '', password: '' },
  })
  const [second, setSecond] = useState<{ kind: TwoFactorStepKind; credentials: LoginCredentials }>()
  const enter = () =>
    navigate(getSafeRedirectPath(query.get('redirect'), getHomePath(getViewer(readSession()))), { replace: true })
  const logIn = useMutation({
    mutationFn: (credentials: LoginCredentials) => signInWithPassword(credentials),
    meta: { errors: 'own' },
    onError: (problem, credentials) => {
      const kind = getTwoFactorStep(problem)
      if (kind) setSecond({ kind, credentials })
      // Selects the password so that typing replaces it.
      else setFocus('password', { shouldSelect: true })
    },
    onSuccess: () => enter(),
  })
  const { errors } = formState
  const back = () => {
    setSecond(undefined)
    logIn.reset()
  }
  if (second)
    return (
      <div className="narrow stack">
        <Card>
          <Suspense fallback={null}>
            <SecondStep {...second} onDone={enter} onBack={back} />
          </Suspense>
        </Card>
      </div>
    )
  return (
    <div className="narrow stack">
      <Card>
        <form className="stack" noValidate onSubmit={handleSubmit((values) => logIn.mutate(values))}>
          <h1>Log in</h1>
          <p className="muted">For agents and staff.</p>
          {logIn.isError && <Alert tone="error">{getErrorMessage(logIn.error)}</Alert>}
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            error={errors.email?.message}
            {...register('email')}
          />
          <TextField
            label="Password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Checkbox label="Show password" checked={isShown} onChange={(event) => setIsShown(event.target.checked)} />
          <Button type="submit" block busy={logIn.isPending} busyLabel="Logging in…">
            Log in
          </Button>
          <p>
            <Link to={paths.forgotPassword()}>Forgot your password?</Link>
          </p>
        </form>
      </Card>
      <p className="muted">
        Do you have a policy with us? <Link to={paths.policyholderGenerate()}>Get a link to your policy</Link>
      </p>
    </div>
  )
}
