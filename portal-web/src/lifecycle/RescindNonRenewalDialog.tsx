import type { PolicyConfirmation } from '@tideline/sdk'
import { rescindNonRenewal } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { NoteDialog } from './NoteDialog.tsx'

/** Dialog that rescinds a non-renewal, so that the policy can be renewed. Requires a note (ADR 43). */
export const RescindNonRenewalDialog = ({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) => (
  <NoteDialog
    title="Rescind Non-Renewal"
    submitLabel="Rescind non-renewal"
    effectText="The policy will be renewed when its term ends. The insured and the lienholders are notified."
    done="The non-renewal was rescinded."
    onConfirm={(note) => api.call(rescindNonRenewal, { path: { policyNo: policy.policyNo }, body: { note } })}
    onClose={onClose}
  />
)
