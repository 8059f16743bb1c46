import { useAskBeforeLoss } from '@tideline/web-kit/screen/useAskBeforeLoss.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import type { ReactNode } from 'react'
import type { CancelStep } from './steps.ts'
import { text } from './text.ts'

interface WizardFrameProps {
  step: CancelStep
  steps: readonly CancelStep[]
  /** Once it was asked for, closing keeps nothing. */
  isAsked: boolean
  isBusy: boolean
  busyLabel: string
  /** Why the step is not done yet. */
  notYet: string | undefined
  /** Something was written or chosen that closing would lose. */
  isBegun?: boolean
  /** The papers are read in full width. */
  isWide?: boolean
  onNext: () => void
  /** Ctrl-click: on without what the step would send. */
  onSkip: () => void
  onClose: () => void
  children: ReactNode
}

/** A step of the cancel wizard: where it is, and the one way on. */
export function WizardFrame(props: WizardFrameProps) {
  const { step, steps, isAsked, isBusy, notYet, isWide, onNext, onSkip, onClose } = props
  const loss = useAskBeforeLoss(onClose, props.isBegun)
  const isLast = step === steps.at(-1)
  return (
    <Dialog
      open
      onOpenChange={loss.leave}
      title={text.title}
      size={isWide ? 'full' : 'medium'}
      dismissable={!isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {isAsked ? 'Close' : text.keep}
          </Button>
          <Button
            variant={isLast ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={props.busyLabel}
            disabledReason={notYet}
            onClick={({ ctrlKey, metaKey }) => (ctrlKey || metaKey ? onSkip() : onNext())}
          >
            {isLast ? text.submit : 'Next'}
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
    </Dialog>
  )
}
