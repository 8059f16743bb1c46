import { type ReactNode, useId } from 'react'
import { FormSummary, type FormSummaryProps } from '../forms/FormSummary.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { ActionProblem } from './action-options.ts'
import { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt.tsx'

interface FormDialogProps {
  title: ReactNode
  size?: 'small' | 'medium' | 'large'
  submitLabel: string
  /** Button label while submitting, such as "Transferring…". */
  busyLabel: string
  danger?: boolean
  cancelLabel?: string
  /** Why the form cannot be submitted yet; shown at the button. */
  disabledReason?: string | undefined
  isBusy: boolean
  /** The error of the last submission, shown only in this dialog. */
  problem: ActionProblem | undefined
  onSubmit: () => void
  onClose: () => void
  /** Error summary for long forms, shown above the fields after submission. */
  summary?: FormSummaryProps
  /** True when something other than text was entered, such as selected files. */
  hasOtherInput?: boolean
  /** Replaces the submit button after the action is done. */
  replacementButton?: ReactNode
  children: ReactNode
}

/**
 * A form in a dialog. It cannot be closed while submitting, asks before it discards unsaved text, and shows its own
 * errors.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    size,
    disabledReason: notYet,
    isBusy,
    problem,
    summary,
    replacementButton: instead,
    onClose,
    children,
  } = props
  const formId = useId()
  const loss = useUnsavedChangesPrompt(onClose, props.hasOtherInput)
  return (
    <Dialog
      open
      onOpenChange={instead ? onClose : loss.leave}
      title={title}
      {...(size && { size })}
      dismissable={!isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          {instead ?? (
            <Button
              type="submit"
              form={formId}
              variant={props.danger ? 'danger' : 'primary'}
              busy={isBusy}
              busyLabel={props.busyLabel}
              disabledReason={notYet}
            >
              {props.submitLabel}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onInput={loss.onInput}
        onSubmit={(event) => {
          event.preventDefault()
          // Pressing Enter in a field also submits, so the button's conditions are checked here too.
          if (!notYet && !isBusy && !instead) props.onSubmit()
        }}
      >
        {summary && <FormSummary {...summary} />}
        {children}
        {problem && (
          <Alert tone="error" title={problem.title}>
            {problem.text}
          </Alert>
        )}
      </form>
      {loss.question}
    </Dialog>
  )
}
