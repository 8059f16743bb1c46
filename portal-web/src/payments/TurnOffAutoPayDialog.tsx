import type { AutoPayConsent } from '@tideline/sdk'
import { turnOffAutoPay } from '@tideline/sdk/operations'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { describeMethodBriefly } from './auto-pay.ts'

interface TurnOffAutoPayDialogProps {
  policyNo: string
  consent: AutoPayConsent
  onClose: () => void
}

/** Turns off auto-pay after confirmation. */
export const TurnOffAutoPayDialog = ({ policyNo, consent, onClose }: TurnOffAutoPayDialogProps) => (
  <ConfirmActionDialog
    title="Turn off auto-pay"
    submitLabel="Turn off auto-pay"
    busyLabel="Turning off…"
    cancelLabel="Keep auto-pay"
    act={() => api.call(turnOffAutoPay, { path: { policyNo } })}
    changes="everything"
    successToast="Auto-pay is off."
    errorTitle="Auto-pay was not turned off."
    onClose={onClose}
  >
    <p>
      Installments and endorsements will no longer be charged to {describeMethodBriefly(consent.paymentMethod)}. Pay
      them by their due dates.
    </p>
    <p className="muted">A charge that is already processing is not stopped.</p>
  </ConfirmActionDialog>
)
