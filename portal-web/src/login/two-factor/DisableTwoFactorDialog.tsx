import { removeSecondFactor } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { VerificationFields, type VerificationInput } from './VerificationFields.tsx'

/** Turns off two-factor authentication, so that log-in requires only the password. */
export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<VerificationInput>({ defaultValues: { currentPassword: '', code: '' } })
  const remove = useAction((body: VerificationInput) => api.call(removeSecondFactor, { body }), {
    changes: ['getSecondFactor'],
    successToast: 'Two-factor authentication is off.',
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Turn off two-factor authentication?"
        size="small"
        danger
        submitLabel="Turn off"
        busyLabel="Turning off…"
        isBusy={remove.isBusy}
        problem={remove.problem}
        onSubmit={form.handleSubmit((values) => remove.run(values))}
        onClose={onClose}
      >
        <p>Anyone who knows your password will be able to log in.</p>
        <VerificationFields withCode />
      </FormDialog>
    </FormProvider>
  )
}
