import { payByCheck } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { CheckFields, useCheckForm } from './CheckFields.tsx'
import { type CheckFormValues, toCheckRequest } from './check-form.ts'
import { getCheckErrorText } from './payment-error.ts'

/**
 * Dialog that applies a received check to the policy. Resubmitting the form reuses its idempotency key, so the check is
 * not applied twice.
 */
export function ApplyCheckDialog({ policyNo, onClose }: { policyNo: string; onClose: () => void }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { form, notYet } = useCheckForm()
  const apply = useAction(
    (entry: CheckFormValues) =>
      api.call(payByCheck, {
        path: { policyNo },
        body: toCheckRequest(entry),
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    {
      changes: 'everything',
      successToast: 'Check was successfully applied!',
      formatError: getCheckErrorText,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Apply Check"
      submitLabel="Apply Check"
      busyLabel="Applying…"
      disabledReason={notYet}
      isBusy={apply.isBusy}
      problem={apply.problem}
      onSubmit={form.handleSubmit((entry) => apply.run(entry))}
      onClose={onClose}
    >
      <CheckFields form={form} />
    </FormDialog>
  )
}
