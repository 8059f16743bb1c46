import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

interface DeclineDialogProps {
  policyNo: string
  /** Reason as entered. The parent component stores it, so that closing the dialog keeps the text. */
  reason: string
  onReason: (reason: string) => void
  isBusy: boolean
  /** Why the decline could not be recorded. The dialog stays open, so that the user can try again. */
  problem: string | undefined
  onClose: () => void
  onDecline: (reason: string) => void
}

/** Dialog that declines to sign. It asks for a reason and states the consequences, because the decline is recorded. */
export function DeclineDialog({ policyNo, reason, onReason, isBusy, problem, onClose, onDecline }: DeclineDialogProps) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const trimmed = reason.trim()
  const decline = () => {
    setIsSubmitted(true)
    if (trimmed) onDecline(trimmed)
  }
  return (
    <FormDialog
      title="Decline to sign"
      size="small"
      submitLabel="Decline to sign"
      busyLabel="Declining…"
      cancelLabel="Go back"
      danger
      isBusy={isBusy}
      problem={isSubmitted && !isBusy && problem ? { text: problem } : undefined}
      onSubmit={decline}
      onClose={onClose}
    >
      <p>
        Policy {policyNo} stays unsigned. We record that you declined and why, and your agent can see it. You can come
        back and sign later, or ask us for paper copies.
      </p>
      <TextArea
        label="Why do you decline?"
        maxLength={200}
        value={reason}
        error={isSubmitted && !trimmed ? 'Please tell us why.' : undefined}
        onChange={(event) => onReason(event.target.value)}
      />
    </FormDialog>
  )
}
