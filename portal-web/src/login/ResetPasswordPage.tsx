import { useMutation } from '@tanstack/react-query'
import { resetPassword } from '@tideline/sdk/operations'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { api } from '../session/api.ts'
import { messageOf } from '../session/api-errors.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { toast } from '../ui/toasts.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import type { NewPassword } from './new-password.ts'

/** Where the mailed link leads: a new password, then the log-in. */
export function ResetPasswordPage() {
  usePageTitle('Choose a new password')
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useForm<NewPassword>({ defaultValues: { newPassword: '', confirmation: '' } })
  const reset = useMutation({
    mutationFn: ({ newPassword }: NewPassword) => api.call(resetPassword, { body: { token, newPassword } }),
    meta: { errors: 'own' },
    onSuccess: () => {
      toast({ tone: 'success', title: 'Password reset successfully!' })
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
                {messageOf(reset.error)} <Link to={paths.forgotPassword()}>Ask for a new link</Link>
              </Alert>
            )}
            <NewPasswordFields />
            <Button type="submit" block busy={reset.isPending} busyLabel="Saving…">
              Save the password
            </Button>
          </form>
        </FormProvider>
      </Card>
      <p className="muted">You are signed out everywhere once it is saved.</p>
    </div>
  )
}
