import { removeSecondFactor } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { type Proof, ProofFields } from './ProofFields.tsx'

/** Switches off two-factor authentication, so that log-in requires only the password. */
export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Proof>({ defaultValues: { currentPassword: '', code: '' } })
  const remove = useAction((body: Proof) => api.call(removeSecondFactor, { body }), {
    changes: ['getSecondFactor'],
    done: 'Two-factor authentication is off.',
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Turn off two-factor authentication?"
        size="small"
        danger
        submitLabel="Switch off"
        busyLabel="Turning off…"
        isBusy={remove.isBusy}
        problem={remove.problem}
        onSubmit={form.handleSubmit((values) => remove.run(values))}
        onClose={onClose}
      >
        <p>Anyone who knows your password will be able to log in.</p>
        <ProofFields withCode />
      </FormDialog>
    </FormProvider>
  )
}
