import { useMutation } from '@tanstack/react-query'
import { resendPolicyLink } from '@tideline/sdk/operations'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useId } from 'react'
import { useForm } from 'react-hook-form'

interface ResendLinkDialogProps {
  policyNo: string
  /** The address on file; where the link goes when none is given. */
  email: string | null
  onClose: () => void
}

/** Mails the insured a new link, to the address on file or to another one (spec 2 §5). */
export function ResendLinkDialog({ policyNo, email: onFile, onClose }: ResendLinkDialogProps) {
  const formId = useId()
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { email: '' } })
  const resend = useMutation({
    mutationFn: (email: string) => api.call(resendPolicyLink, { path: { policyNo }, query: email ? { email } : {} }),
    meta: { errors: 'own' },
    onSuccess: (_, email) => {
      toast({ tone: 'success', title: `Email successfully sent to ${email || onFile}!` })
      onClose()
    },
  })
  if (resend.isError)
    return (
      <Dialog open onOpenChange={onClose} title="Error!" size="small" footer={<Button onClick={onClose}>Ok</Button>}>
        <p>There was an error sending the email: {messageOf(resend.error)}</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Resend Policy Link"
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={resend.isPending} busyLabel="Sending…">
            Send
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit(({ email }) => resend.mutate(email.trim()))}>
        <TextField
          label="Email"
          type="email"
          optional
          autoComplete="off"
          help={onFile ? `Empty sends it to ${onFile}` : 'The policy has no address on file.'}
          error={formState.errors.email?.message}
          {...register('email', {
            validate: (typed) =>
              (typed.trim() === '' && Boolean(onFile)) ||
              /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ||
              'Please use a valid email',
          })}
        />
      </form>
    </Dialog>
  )
}
