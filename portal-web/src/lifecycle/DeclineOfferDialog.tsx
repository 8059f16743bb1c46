import type { PolicyConfirmation } from '@tideline/sdk'
import { declineReinstatementOffer } from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { NoteDialog } from './NoteDialog.tsx'

const getEffect = ({ reinstatementOffer: offer }: PolicyConfirmation): string =>
  offer && offer.amountOnHold > 0
    ? `The policy remains cancelled. ${formatMoney(offer.amountOnHold)} on hold will be refunded to the payer.`
    : 'The policy remains cancelled. No money is on hold, so nothing is refunded.'

/** Dialog that declines a reinstatement offer and refunds the payment. Requires a note with the reason (DEL-20). */
export const DeclineOfferDialog = ({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) => (
  <NoteDialog
    title="Decline and refund"
    submitLabel="Decline and refund"
    effectText={getEffect(policy)}
    done="The reinstatement offer was declined."
    onConfirm={(reason) =>
      api.call(declineReinstatementOffer, { path: { policyNo: policy.policyNo }, body: { reason } })
    }
    onClose={onClose}
  />
)
