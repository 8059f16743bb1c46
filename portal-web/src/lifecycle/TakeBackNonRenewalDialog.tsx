import type { PolicyConfirmation } from '@tideline/sdk'
import { takeBackNonRenewal } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { NoteDialog } from './NoteDialog.tsx'

/** Lets a policy that would end with its term be renewed after all; needs a note (ADR 43). */
export const TakeBackNonRenewalDialog = ({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) => (
  <NoteDialog
    title="Take the Non-Renewal Back"
    submitLabel="Take back"
    says="The policy is renewed when its term ends. The insured and the lienholders are told."
    done="The policy is renewed after all."
    act={(note) => api.call(takeBackNonRenewal, { path: { policyNo: policy.policyNo }, body: { note } })}
    onClose={onClose}
  />
)
