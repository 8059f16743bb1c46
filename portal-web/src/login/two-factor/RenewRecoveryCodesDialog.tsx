import { renewRecoveryCodes } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { VerificationFields, type VerificationInput } from './VerificationFields.tsx'

/** Replaces the recovery codes with new ones. */
export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<VerificationInput>({ defaultValues: { currentPassword: '', code: '' } })
  const renew = useAction((body: VerificationInput) => api.call(renewRecoveryCodes, { body }), {
    changes: ['getSecondFactor'],
  })
  const codes = renew.result?.payload.recoveryCodes
  if (codes)
    return (
      <NoticeDialog title="New recovery codes" okLabel="I saved them" onClose={onClose}>
        <RecoveryCodes codes={codes} />
      </NoticeDialog>
    )
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Create new recovery codes?"
        size="small"
        submitLabel="Create new codes"
        busyLabel="Making…"
        isBusy={renew.isBusy}
        problem={renew.problem}
        onSubmit={form.handleSubmit((values) => renew.run(values))}
        onClose={onClose}
      >
        <p>Your previous recovery codes no longer work.</p>
        <VerificationFields withCode />
      </FormDialog>
    </FormProvider>
  )
}
