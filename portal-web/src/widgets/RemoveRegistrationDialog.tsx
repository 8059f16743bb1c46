import type { WidgetRegistration } from '@tideline/sdk'
import { deleteWidgetRegistration } from '@tideline/sdk/operations'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRegistrationError } from './text.ts'

/** Removes a registration after confirmation. */
export const RemoveRegistrationDialog = ({
  registration: { AgentNo: agentNo, Id: id, Name: name },
  onClose,
}: {
  registration: WidgetRegistration
  onClose: () => void
}) => (
  <ConfirmActionDialog
    title="Remove Registration"
    submitLabel="Remove"
    busyLabel="Removing…"
    act={() => api.call(deleteWidgetRegistration, { path: { agentNo, id } })}
    changes={['listWidgetRegistrations']}
    successToast="The registration was removed."
    formatError={getRegistrationError('remove')}
    onClose={onClose}
  >
    <p>
      Are you sure you want to remove <strong>{name}</strong>? Its widget will stop working wherever it is embedded.
    </p>
  </ConfirmActionDialog>
)
