import type { AgentAccountCreate } from '@tideline/sdk'
import { createAgentAccount } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'

/** Invites a person to an agency by email. */
export function InvitePersonDialog({ agencyNo, onClose }: { agencyNo: string; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<AgentAccountCreate>({
    defaultValues: { FirstName: '', LastName: '', Email: '' },
  })
  const invite = useAction((body: AgentAccountCreate) => api.call(createAgentAccount, { path: { agencyNo }, body }), {
    changes: ['listAgentAccounts'],
    successToast: 'The invitation was sent.',
    onDone: onClose,
  })
  const { errors } = formState
  return (
    <FormDialog
      title="Invite a person"
      size="small"
      submitLabel="Send invitation"
      busyLabel="Sending…"
      isBusy={invite.isBusy}
      problem={invite.problem}
      onSubmit={handleSubmit((values) => invite.run(values))}
      onClose={onClose}
    >
      <TextField
        label="First name"
        error={errors.FirstName?.message}
        {...register('FirstName', { required: 'Enter the first name' })}
      />
      <TextField
        label="Last name"
        error={errors.LastName?.message}
        {...register('LastName', { required: 'Enter the last name' })}
      />
      <TextField
        label="Email"
        type="email"
        help="We will send the invitation to this address."
        error={errors.Email?.message}
        {...register('Email', { required: 'Enter the email address' })}
      />
    </FormDialog>
  )
}
