import type { WidgetRegistration } from '@tideline/sdk'
import { deleteWidgetRegistration } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRegistrationError } from './text.ts'

/** Removes a registration after confirmation. */
export function RemoveRegistrationDialog({
  registration,
  onClose,
}: {
  registration: WidgetRegistration
  onClose: () => void
}) {
  const remove = useAction(
    () => api.call(deleteWidgetRegistration, { path: { agentNo: registration.AgentNo, id: registration.Id } }),
    {
      changes: ['listWidgetRegistrations'],
      successToast: 'The registration was removed.',
      formatError: getRegistrationError('remove'),
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Remove Registration"
      size="small"
      submitLabel="Remove"
      busyLabel="Removing…"
      danger
      isBusy={remove.isBusy}
      problem={remove.problem}
      onSubmit={() => remove.run()}
      onClose={onClose}
    >
      <p>
        Are you sure you want to remove <strong>{registration.Name}</strong>? Its widget will stop working wherever it
        is embedded.
      </p>
    </FormDialog>
  )
}
