import { useUnsavedChangesPrompt } from '@tideline/web-kit/screen/useUnsavedChangesPrompt.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { type ReactNode, useState } from 'react'
import type { CancelStep } from './cancel-steps.ts'
import { cancellationText } from './text.ts'

interface WizardFrameProps {
  step: CancelStep
  steps: readonly CancelStep[]
  /** Whether the request has been submitted. A submitted request remains pending after the dialog is closed. */
  isSubmitted: boolean
  isBusy: boolean
  busyLabel: string
  /** The reason why the step is not complete. */
  notYet: string | undefined
  /** The button label on all steps except the last. */
  nextLabel?: string
  /** Whether closing would discard input. */
  isBegun?: boolean
  /** Whether the step uses the full width, for example for documents. */
  isWide?: boolean
  onNext: () => void
  /** Called on Ctrl-click. Continues to the next step without sending the current step's request. */
  onSkip: () => void
  onClose: () => void
  children: ReactNode
}

/** A step of the cancel wizard. Closing asks for confirmation if the request is pending or input would be lost. */
export function WizardFrame(props: WizardFrameProps) {
  const { step, steps, isSubmitted, isBusy, notYet, isWide, onNext, onSkip, onClose } = props
  const loss = useUnsavedChangesPrompt(onClose, props.isBegun)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = isSubmitted ? () => setIsLeaving(true) : loss.leave
  const isLast = step === steps.at(-1)
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={cancellationText.title}
      size={isWide ? 'full' : 'medium'}
      dismissable={!isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={isSubmitted ? leave : onClose}>
            {isSubmitted ? 'Close' : cancellationText.keep}
          </Button>
          <Button
            variant={isLast ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={props.busyLabel}
            disabledReason={notYet}
            onClick={({ ctrlKey, metaKey }) => (ctrlKey || metaKey ? onSkip() : onNext())}
          >
            {isLast ? cancellationText.submit : (props.nextLabel ?? 'Next')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="muted">
          Step {steps.indexOf(step) + 1} of {steps.length}
        </p>
        {props.children}
      </div>
      {loss.question}
      {isLeaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setIsLeaving(false)}
          title={cancellationText.leave.title}
          confirmLabel={cancellationText.leave.confirm}
          cancelLabel={cancellationText.leave.stay}
          onConfirm={onClose}
        >
          <p>{cancellationText.leave.text}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
