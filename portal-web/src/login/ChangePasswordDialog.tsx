import { changePassword } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import type { NewPassword } from '@tideline/web-kit/session/new-password.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { FormProvider, useForm } from 'react-hook-form'
import { NewPasswordFields } from './NewPasswordFields.tsx'

type Values = NewPassword & { currentPassword: string }

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { currentPassword: '', newPassword: '', confirmation: '' } })
  const change = useAction((body: Values) => api.call(changePassword, { body }), {
    changes: [],
    successToast: 'Your password was changed.',
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Change Password"
        size="small"
        submitLabel="Change Password"
        busyLabel="Changing…"
        isBusy={change.isBusy}
        problem={change.problem}
        onSubmit={form.handleSubmit((values) => change.run(values))}
        onClose={onClose}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={form.formState.errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Enter your current password' })}
        />
        <NewPasswordFields />
      </FormDialog>
    </FormProvider>
  )
}
