import { useMutation } from '@tanstack/react-query'
import { resetPassword } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import type { NewPassword } from '@tideline/web-kit/session/new-password.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Page that the password reset email links to. Sets a new password, then opens the log-in page. */
export function ResetPasswordPage() {
  usePageTitle('Choose a new password')
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useForm<NewPassword>({ defaultValues: { newPassword: '', confirmation: '' } })
  const reset = useMutation({
    mutationFn: (typed: NewPassword) => api.call(resetPassword, { body: { token, ...typed } }),
    meta: { errors: 'own' },
    onSuccess: () => {
      showToast({ tone: 'success', title: 'Password reset successfully!' })
      void navigate(paths.login(), { replace: true })
    },
  })
  return (
    <div className="narrow stack">
      <Card>
        <FormProvider {...form}>
          <form className="stack" noValidate onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
            <h1>Choose a new password</h1>
            {reset.isError && (
              <Alert tone="error">
                {getErrorMessage(reset.error)} <Link to={paths.forgotPassword()}>Request a new link</Link>
              </Alert>
            )}
            <NewPasswordFields />
            <Button type="submit" block busy={reset.isPending} busyLabel="Saving…">
              Save password
            </Button>
          </form>
        </FormProvider>
      </Card>
      <p className="muted">Saving the new password logs you out on all devices.</p>
    </div>
  )
}
