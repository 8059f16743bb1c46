import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

interface DeclineDialogProps {
  policyNo: string
  open: boolean
  onClose: () => void
  onDecline: (reason: string) => void
}

/** Declining is recorded for good, so it asks why and names what follows. */
export function DeclineDialog({ policyNo, open, onClose, onDecline }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const trimmed = reason.trim()
  const decline = () => {
    setIsAsked(true)
    if (!trimmed) return
    onDecline(trimmed)
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Decline to sign"
      confirmLabel="Decline to sign"
      cancelLabel="Go back"
      danger
      onConfirm={decline}
    >
      <p>
        Policy {policyNo} stays unsigned. We record that you declined and why, and your agent can see it. You can come
        back and sign later, or ask us for paper copies.
      </p>
      <TextArea
        label="Why do you decline?"
        maxLength={200}
        value={reason}
        error={isAsked && !trimmed ? 'Please tell us why.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
