import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'

/** Asks for confirmation before a payment with input is left. */
export const LeavePaymentDialog = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <ConfirmDialog
    open
    onOpenChange={onStay}
    title="Leave the payment?"
    confirmLabel="Leave"
    cancelLabel="Continue payment"
    onConfirm={onLeave}
  >
    <p>You were not charged. Your card or bank details are not saved.</p>
  </ConfirmDialog>
)
