import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'

/** Dialog that asks for confirmation before the user leaves the payment step with unsaved input. */
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
