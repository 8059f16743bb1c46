import { changeInsuredEmail } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

interface ChangeEmailDialogProps {
  policyNo: string
  /** Insured's current email address on file. */
  email: string | null
  onClose: () => void
}

/** Dialog that changes the insured's email address. The new address cannot receive codes for 72 hours (ACC-7). */
export function ChangeEmailDialog({ policyNo, email: onFile, onClose }: ChangeEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { email: '' } })
  const [headers] = useState(() => getVersionHeader(`/api/v1/policies/${policyNo}/insuredEmail`))
  const change = useAction(
    (email: string) => api.call(changeInsuredEmail, { path: { policyNo }, body: { email }, headers }),
    {
      changes: 'everything',
      successToast:
        'Email address changed. Codes are sent to the new address after 72 hours, or earlier if it is confirmed by phone.',
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Change the insured's email"
      size="small"
      submitLabel="Change"
      busyLabel="Changing…"
      isBusy={change.isBusy}
      problem={change.problem}
      onSubmit={handleSubmit(({ email }) => change.run(email.trim()))}
      onClose={onClose}
    >
      <p>
        The new address applies to all policies of this insured. Sessions of the insured end, and links that were
        already sent stop working.
        {onFile && ` We will notify ${onFile}.`}
      </p>
      <p>
        Codes for signing start in 72 hours. To start them sooner, another staff member must call the insured and
        confirm the new address by phone.
      </p>
      <TextField
        label="New email"
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        error={formState.errors.email?.message}
        {...register('email', {
          validate: (typed) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) || 'Please use a valid email',
        })}
      />
    </FormDialog>
  )
}
