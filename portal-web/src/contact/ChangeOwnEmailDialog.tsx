import { confirmOwnEmailChange, requestOwnEmailChange } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { requiresCode } from '../payments/auto-pay.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { contactText } from './text.ts'

const title = 'Change your email'

interface ChangeOwnEmailDialogProps {
  policyNo: string
  /** Current email address on file. */
  email: string | null
  onClose: () => void
}

/** The second step: the code from the new address. */
function NewEmailCodeForm({
  policyNo,
  sentTo,
  onBack,
  onClose,
}: {
  policyNo: string
  sentTo: string
  onBack: () => void
  onClose: () => void
}) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const confirm = useAction((code: string) => api.call(confirmOwnEmailChange, { path: { policyNo }, body: { code } }), {
    changes: 'everything',
    successToast: 'Email address changed.',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel="Confirm email"
      busyLabel="Checking…"
      isBusy={confirm.isBusy}
      problem={confirm.problem}
      onSubmit={handleSubmit(({ code }) => confirm.run(code.trim()))}
      onClose={onClose}
    >
      <p>{contactText.emailSent(sentTo)}</p>
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={formState.errors.code?.message}
        {...register('code', { validate: (code) => /^\d{6}$/.test(code.trim()) || 'Enter the six digits.' })}
      />
      <Button variant="quiet" onClick={onBack}>
        Use another address or send a new code
      </Button>
    </FormDialog>
  )
}

/** Dialog in which the policyholder changes their email address, with a code from the new address (POL-16). */
export function ChangeOwnEmailDialog({ policyNo, email: onFile, onClose }: ChangeOwnEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { email: '' } })
  const request = useAction(
    (email: string) => api.call(requestOwnEmailChange, { path: { policyNo }, body: { email: email.trim() } }),
    { changes: [] },
  )
  if (request.result)
    return <NewEmailCodeForm {...{ policyNo, onClose }} sentTo={request.result.payload.sentTo} onBack={request.reset} />
  if (requiresCode(request.error))
    return (
      <ConfirmIdentityDialog {...{ title, policyNo, onClose }} onConfirmed={request.reset} onBack={request.reset} />
    )
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel="Send code"
      busyLabel="Sending…"
      isBusy={request.isBusy}
      problem={request.problem}
      onSubmit={handleSubmit(({ email }) => request.run(email))}
      onClose={onClose}
    >
      <p>
        {contactText.emailIntro} {onFile && contactText.emailOld(onFile)}
      </p>
      <TextField
        label="New email"
        type="email"
        required
        autoComplete="email"
        maxLength={254}
        error={formState.errors.email?.message}
        {...register('email', {
          validate: (typed) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) || 'Please use a valid email',
        })}
      />
    </FormDialog>
  )
}
