import type { PolicyConfirmation } from '@tideline/sdk'
import { nonRenewPolicy } from '@tideline/sdk/operations'
import { CancelReasonCode } from '@tideline/sdk/words'
import { api } from '@tideline/web-kit/session/api.ts'
import { NoteDialog } from './NoteDialog.tsx'

/** A dialog that non-renews an earthquake policy at the end of its term. Requires a note (REN-3, NOTE-2). */
export const NonRenewDialog = ({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) => (
  <NoteDialog
    title="Confirm Non-Renewal"
    submitLabel="Confirm"
    effectText="The policy stays in force until its expiration date and is not renewed."
    done="Success: Policy has been successfully non-renewed!"
    failed="Error: There was an error non-renewing the policy."
    onConfirm={(note) =>
      api.call(nonRenewPolicy, {
        body: { PolicyNo: policy.policyNo, Note: note, reasonCode: CancelReasonCode.nonRenewal },
      })
    }
    onClose={onClose}
  />
)
