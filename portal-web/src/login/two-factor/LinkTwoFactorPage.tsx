import { useMutation } from '@tanstack/react-query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { signInWithAgentLink } from '@tideline/web-kit/session/sign-in.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { canSeeCommissions, getPolicyLinkPath } from '../../links/agent-sign-in.ts'
import { CodeField, missingCodeText } from './CodeField.tsx'

type Entered = Awaited<ReturnType<typeof signInWithAgentLink>>

/** Asks for the two-factor code when an agent logs in with a link. The link remains valid until the code is correct. */
function LinkCode({ onEntered }: { onEntered: (session: Entered) => void }) {
  usePageTitle('Enter your code')
  const { encryptedPayload = '' } = useParams()
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const enter = useMutation({
    mutationFn: ({ code }: { code: string }) => signInWithAgentLink(encryptedPayload, code.trim()),
    meta: { errors: 'own' },
    onError: () => setFocus('code', { shouldSelect: true }),
    onSuccess: onEntered,
  })
  return (
    <div className="narrow stack">
      <Card>
        <form className="stack" noValidate onSubmit={handleSubmit((values) => enter.mutate(values))}>
          <h1>Enter your code</h1>
          <p className="muted">
            Your account uses two-factor authentication. It is also required when you open a link.
          </p>
          {enter.isError && <Alert tone="error">{getErrorMessage(enter.error)}</Alert>}
          <CodeField
            autoFocus
            error={formState.errors.code?.message}
            {...register('code', { required: missingCodeText })}
          />
          <Button type="submit" block busy={enter.isPending} busyLabel="Logging in…">
            Log in
          </Button>
        </form>
      </Card>
      <p>
        <Link to={paths.login()}>Log in with your password</Link>
      </p>
    </div>
  )
}

/** Page that asks for the two-factor code when an agent opens a policy with a link. */
export function PolicyTwoFactorPage() {
  const navigate = useNavigate()
  return <LinkCode onEntered={(session) => navigate(getPolicyLinkPath(session), { replace: true })} />
}

/** Page that asks for the two-factor code when an agent opens the back office's commissions with a link. */
export function CommissionsTwoFactorPage() {
  const navigate = useNavigate()
  const leave = () =>
    canSeeCommissions()
      ? window.location.replace(paths.commissions())
      : navigate(paths.unauthorized(), { replace: true })
  return <LinkCode onEntered={leave} />
}
