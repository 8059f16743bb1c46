import { useMutation } from '@tanstack/react-query'
import type { ChangePasswordRequest } from '@tideline/sdk'
import { changePassword } from '@tideline/sdk/operations'
import { zChangePasswordRequest } from '@tideline/sdk/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { contractResolver } from '../forms/contract-resolver.ts'
import { api } from '../session/api.ts'
import { messageOf } from '../session/api-errors.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toasts.ts'

const rule = '8 to 100 characters with an uppercase and a lowercase letter, a digit and a special character'
const resolver = contractResolver<ChangePasswordRequest>(zChangePasswordRequest, {
  currentPassword: 'Enter your current password',
  newPassword: `Use ${rule}`,
})

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { register, handleSubmit, formState } = useForm<ChangePasswordRequest>({ resolver, mode: 'onBlur' })
  const change = useMutation({
    mutationFn: (body: ChangePasswordRequest) => api.call(changePassword, { body }),
    meta: { errors: 'own' },
    onSuccess: () => {
      toast({ tone: 'success', title: 'Your password was changed.' })
      onClose()
    },
  })
  const { errors } = formState
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
      <form id={formId} className="stack" noValidate onSubmit={handleSubmit((body) => change.mutate(body))}>
        {change.isError && <Alert tone="error">{messageOf(change.error)}</Alert>}
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          help={errors.newPassword ? undefined : rule}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
      </form>
    </Dialog>
  )
}
