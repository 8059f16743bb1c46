import { useMutation } from '@tanstack/react-query'
import { changePassword } from '@tideline/sdk/operations'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import type { NewPassword } from '@tideline/web-kit/session/new-password.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { NewPasswordFields } from './NewPasswordFields.tsx'

type Values = NewPassword & { currentPassword: string }

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useForm<Values>({ defaultValues: { currentPassword: '', newPassword: '', confirmation: '' } })
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Values) =>
      api.call(changePassword, { body: { currentPassword, newPassword } }),
    meta: { errors: 'own' },
    onSuccess: () => {
      toast({ tone: 'success', title: 'Your password was changed.' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change Password"
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={change.isPending} busyLabel="Changing…">
            Change Password
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} className="stack" noValidate onSubmit={form.handleSubmit((values) => change.mutate(values))}>
          {change.isError && <Alert tone="error">{messageOf(change.error)}</Alert>}
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={form.formState.errors.currentPassword?.message}
            {...form.register('currentPassword', { required: 'Enter your current password' })}
          />
          <NewPasswordFields />
        </form>
      </FormProvider>
    </Dialog>
  )
}
