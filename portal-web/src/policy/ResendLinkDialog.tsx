import type { PolicyConfirmation } from '@tideline/sdk'
import { resendPolicyLink } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useForm } from 'react-hook-form'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { CopyInsuredLinkSwitch } from './CopyInsuredLinkSwitch.tsx'

interface ResendLinkDialogProps {
  policy: PolicyConfirmation
  /** True if the dialog was opened by a flag in the URL. The success message is then different. */
  isOpenedByUrl: boolean
  onClose: () => void
}

/** Dialog that emails the insured a new link, to the address on file or another address. */
export function ResendLinkDialog({ policy, isOpenedByUrl: ofThePage, onClose }: ResendLinkDialogProps) {
  const { policyNo, email: onFile } = policy
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { email: onFile ?? '' } })
  const resend = useAction(
    (email: string) => api.call(resendPolicyLink, { path: { policyNo }, query: email ? { email } : {} }),
    {
      changes: ['listPolicyNotifications'],
      onDone: (_, email) => {
        const title = ofThePage ? 'Email has successfully sent!' : `Email successfully sent to ${email || onFile}!`
        showToast({ tone: 'success', title })
        onClose()
      },
    },
  )
  // The specification requires a separate dialog for this failure.
  if (resend.problem)
    return (
      <NoticeDialog title="Error!" onClose={onClose}>
        <p>There was an error sending the email: {resend.problem.text}</p>
      </NoticeDialog>
    )
  return (
    <FormDialog
      title="Resend Policy Link"
      size="small"
      submitLabel="Send"
      busyLabel="Sending…"
      isBusy={resend.isBusy}
      problem={undefined}
      onSubmit={handleSubmit(({ email }) => resend.run(email.trim() === onFile ? '' : email.trim()))}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        help={
          onFile
            ? 'Send to a different address just this once. The email on file won’t change.'
            : 'The policy has no email address on file.'
        }
        error={formState.errors.email?.message}
        {...register('email', {
          validate: (typed) =>
            (typed.trim() === '' && Boolean(onFile)) ||
            /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ||
            'Please use a valid email',
        })}
      />
      {isActionAllowed(policy, 'copyInsuredLink') && <CopyInsuredLinkSwitch policy={policy} />}
    </FormDialog>
  )
}
