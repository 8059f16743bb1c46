import type { PolicyConfirmation } from '@tideline/sdk'
import { bindHeldRenewal } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { NoteDialog } from './NoteDialog.tsx'

/** Dialog that binds a renewal that is on hold. Requires a note with the reason (REN-6). */
export const BindRenewalDialog = ({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) => (
  <NoteDialog
    title="Bind renewal"
    submitLabel="Bind renewal"
    effectText="The renewal is bound although the policy has a past-due balance. The balance remains due. The insured, the agency and the lienholders are notified of the renewal."
    done="The renewal was bound."
    onConfirm={(reason) => api.call(bindHeldRenewal, { path: { policyNo: policy.policyNo }, body: { reason } })}
    onClose={onClose}
  />
)
