import { confirmInsuredEmail } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'

interface ConfirmEmailDialogProps {
  policyNo: string
  /** New email address to confirm. */
  email: string
  onClose: () => void
}

/**
 * Dialog that confirms a changed email address. Staff must first call the phone number on file. The address can then
 * receive codes immediately (ACC-7).
 */
export function ConfirmEmailDialog({ policyNo, email, onClose }: ConfirmEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    mode: 'onBlur',
    defaultValues: { reason: '', reference: '' },
  })
  const confirm = useAction(
    (body: { reason: string; reference: string }) => api.call(confirmInsuredEmail, { path: { policyNo }, body }),
    { changes: 'everything', successToast: `${email} is confirmed and can receive codes.`, onDone: onClose },
  )
  const atLeast = (length: number, message: string) => ({
    validate: (typed: string) => typed.trim().length >= length || message,
  })
  return (
    <FormDialog
      title="Confirm email address by phone"
      size="small"
      submitLabel="Confirm email"
      busyLabel="Confirming…"
      isBusy={confirm.isBusy}
      problem={confirm.problem}
      onSubmit={handleSubmit(({ reason, reference }) =>
        confirm.run({ reason: reason.trim(), reference: reference.trim() }),
      )}
      onClose={onClose}
    >
      <p>
        Call the insured at the phone number on file and ask whether {email} is their address. Once you confirm, codes
        for signing can be sent to it right away.
      </p>
      <TextArea
        label="Reason"
        required
        maxLength={500}
        error={formState.errors.reason?.message}
        {...register('reason', atLeast(5, 'Enter what the insured confirmed.'))}
      />
      <TextField
        label="Reference"
        help="The call or case number, for the audit log."
        required
        autoComplete="off"
        maxLength={100}
        error={formState.errors.reference?.message}
        {...register('reference', atLeast(3, 'Enter the call or case number.'))}
      />
    </FormDialog>
  )
}
