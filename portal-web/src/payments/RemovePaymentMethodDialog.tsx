import type { PaymentMethod } from '@tideline/sdk'
import { removePaymentMethod } from '@tideline/sdk/operations'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'

interface RemoveMethodDialogProps {
  policyNo: string
  method: PaymentMethod
  onClose: () => void
}

/** Removes a saved card or bank account after confirmation. */
export function RemovePaymentMethodDialog({ policyNo, method, onClose }: RemoveMethodDialogProps) {
  const { stripePaymentMethodId } = method
  const remove = useAction(() => api.call(removePaymentMethod, { path: { policyNo, stripePaymentMethodId } }), {
    changes: 'everything',
    successToast: 'Payment method was successfully removed!',
    errorTitle: 'There was an error removing the payment method.',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Remove Payment Method"
      size="small"
      submitLabel="Remove"
      busyLabel="Removing…"
      danger
      isBusy={remove.isBusy}
      problem={remove.problem}
      onSubmit={() => remove.run()}
      onClose={onClose}
    >
      <p>Are you sure you want to remove your payment method?</p>
      <p className="muted">Renewals and installments will be billed to you instead of charged automatically.</p>
    </FormDialog>
  )
}
