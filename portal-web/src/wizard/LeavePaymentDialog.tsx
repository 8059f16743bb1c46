import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'

/** Asks whoever leaves a payment with something typed in it. */
export const LeavePaymentDialog = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <ConfirmDialog
    open
    onOpenChange={onStay}
    title="Leave the payment?"
    confirmLabel="Leave"
    cancelLabel="Go on paying"
    onConfirm={onLeave}
  >
    <p>Nothing was charged. The numbers that you typed are not kept.</p>
  </ConfirmDialog>
)
