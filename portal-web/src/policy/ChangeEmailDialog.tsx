import { changeInsuredEmail } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'

interface ChangeEmailDialogProps {
  policyNo: string
  /** The address on file. */
  email: string | null
  onClose: () => void
}

/** Where links and signing codes of the insured go from now on (decision 84). */
export function ChangeEmailDialog({ policyNo, email: onFile, onClose }: ChangeEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { email: '' } })
  const change = useAction((email: string) => api.call(changeInsuredEmail, { path: { policyNo }, body: { email } }), {
    changes: 'everything',
    done: 'The address on file was changed.',
    onDone: onClose,
  })
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
        Links and codes to sign with go to the new address, for all policies of this insured.
        {onFile && ` ${onFile} is told.`} Whoever is logged in as the insured is logged out.
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
