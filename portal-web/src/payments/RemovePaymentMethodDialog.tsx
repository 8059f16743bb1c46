import type { PaymentMethod } from '@tideline/sdk'
import { removePaymentMethod } from '@tideline/sdk/operations'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'

interface RemoveMethodDialogProps {
  policyNo: string
  method: PaymentMethod
  onClose: () => void
}

/** Removes a saved card or bank account after confirmation. */
export const RemovePaymentMethodDialog = ({
  policyNo,
  method: { stripePaymentMethodId },
  onClose,
}: RemoveMethodDialogProps) => (
  <ConfirmActionDialog
    title="Remove Payment Method"
    submitLabel="Remove"
    busyLabel="Removing…"
    act={() => api.call(removePaymentMethod, { path: { policyNo, stripePaymentMethodId } })}
    changes="everything"
    successToast="Payment method was successfully removed!"
    errorTitle="There was an error removing the payment method."
    onClose={onClose}
  >
    <p>Are you sure you want to remove your payment method?</p>
    <p className="muted">Renewals and installments will be billed to you instead of charged automatically.</p>
  </ConfirmActionDialog>
)
