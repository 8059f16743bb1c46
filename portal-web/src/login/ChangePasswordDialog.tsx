import { useMutation } from '@tanstack/react-query'
import { changePassword } from '@tideline/sdk/operations'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { api } from '../session/api.ts'
import { messageOf } from '../session/api-errors.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toasts.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import type { NewPassword } from './new-password.ts'

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
