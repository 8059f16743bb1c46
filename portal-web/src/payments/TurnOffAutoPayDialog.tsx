import type { AutoPayConsent } from '@tideline/sdk'
import { turnOffAutoPay } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { describeMethodBriefly } from './auto-pay.ts'

interface TurnOffAutoPayDialogProps {
  policyNo: string
  consent: AutoPayConsent
  onClose: () => void
}

/** Turns off auto-pay after confirmation. */
export function TurnOffAutoPayDialog({ policyNo, consent, onClose }: TurnOffAutoPayDialogProps) {
  const turnOff = useAction(() => api.call(turnOffAutoPay, { path: { policyNo } }), {
    changes: 'everything',
    successToast: 'Auto-pay is off.',
    errorTitle: 'Auto-pay was not turned off.',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Turn off auto-pay"
      size="small"
      submitLabel="Turn off auto-pay"
      busyLabel="Turning off…"
      cancelLabel="Keep auto-pay"
      danger
      isBusy={turnOff.isBusy}
      problem={turnOff.problem}
      onSubmit={() => turnOff.run()}
      onClose={onClose}
    >
      <p>
        Installments and endorsements will no longer be charged to {describeMethodBriefly(consent.paymentMethod)}. Pay
        them by their due dates.
      </p>
      <p className="muted">A charge that is already processing is not stopped.</p>
    </FormDialog>
  )
}
