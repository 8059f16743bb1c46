import { confirmSecondFactor, startSecondFactor } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { CodeField, missingCodeText } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSecret } from './TwoFactorSecret.tsx'
import { VerificationFields, type VerificationInput } from './VerificationFields.tsx'

/**
 * Sets up two-factor authentication in three steps: verify the user, scan the secret and enter a code, save the
 * recovery codes.
 */
export function SetUpTwoFactorDialog({ isEnabled, onClose }: { isEnabled: boolean; onClose: () => void }) {
  const proof = useForm<VerificationInput>({ defaultValues: { currentPassword: '', code: '' } })
  const first = useForm({ defaultValues: { code: '' } })
  const start = useAction(
    ({ currentPassword, code }: VerificationInput) =>
      api.call(startSecondFactor, { body: { currentPassword, ...(isEnabled && { code }) } }),
    { changes: [] },
  )
  const confirm = useAction(({ code }: { code: string }) => api.call(confirmSecondFactor, { body: { code } }), {
    changes: ['getSecondFactor', 'listSessions'],
  })
  const secret = start.result?.payload
  const codes = confirm.result?.payload.recoveryCodes
  const title = isEnabled ? 'Change device' : 'Set up two-factor authentication'
  if (codes)
    return (
      <NoticeDialog title="Two-factor authentication is on" okLabel="I saved them" onClose={onClose}>
        <RecoveryCodes codes={codes} />
      </NoticeDialog>
    )
  if (secret)
    return (
      <FormDialog
        title={title}
        submitLabel="Confirm"
        busyLabel="Confirming…"
        isBusy={confirm.isBusy}
        problem={confirm.problem}
        onSubmit={first.handleSubmit((values) => confirm.run(values))}
        onClose={onClose}
      >
        <TwoFactorSecret {...secret} />
        <CodeField
          isNew
          error={first.formState.errors.code?.message}
          {...first.register('code', { required: missingCodeText })}
        />
        <p className="muted">When you confirm, you are logged out on all other devices.</p>
      </FormDialog>
    )
  return (
    <FormProvider {...proof}>
      <FormDialog
        title={title}
        size="small"
        submitLabel="Continue"
        busyLabel="Creating a key…"
        isBusy={start.isBusy}
        problem={start.problem}
        onSubmit={proof.handleSubmit((values) => start.run(values))}
        onClose={onClose}
      >
        <p>You need an authenticator app or a password manager that shows codes.</p>
        <VerificationFields withCode={isEnabled} />
      </FormDialog>
    </FormProvider>
  )
}
