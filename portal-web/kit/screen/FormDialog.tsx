import { type ReactNode, useId } from 'react'
import { FormSummary, type FormSummaryProps } from '../forms/FormSummary.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { FormDialogContract } from './form-dialog-contract.ts'
import { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt.tsx'

interface FormDialogProps extends FormDialogContract {
  size?: 'small' | 'medium' | 'large'
  /** Label of the submit button during submission, for example "Transferring…". */
  busyLabel: string
  cancelLabel?: string
  /** The reason why the form cannot be submitted, shown next to the submit button. */
  disabledReason?: string | undefined
  onSubmit: () => void
  /** The error summary of a long form. Shown above the fields after submission. */
  summary?: FormSummaryProps
  /** Whether the form has input other than text, for example selected files. */
  hasOtherInput?: boolean
  /** The button that replaces the submit button after the action is complete. */
  replacementButton?: ReactNode
}

/** Loads the data that someone else has changed, and closes the dialog, whose input belongs to the old data. */
function ReloadButton({ reload, onClose }: { reload: () => void; onClose: () => void }) {
  const reloadAndClose = () => {
    reload()
    onClose()
  }
  return (
    <Button variant="secondary" onClick={reloadAndClose}>
      Discard my changes and reload
    </Button>
  )
}

/**
 * A form dialog that shows its own errors. The dialog cannot be closed during submission, and asks for confirmation
 * before discarding text.
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
          // Checks the button's conditions again because Enter also submits the form.
          if (!notYet && !isBusy && !instead) props.onSubmit()
        }}
      >
        {summary && <FormSummary {...summary} />}
        {children}
        {problem && (
          <Alert tone="error" title={problem.title}>
            <span>{problem.text}</span>
            {problem.reload && <ReloadButton reload={problem.reload} onClose={onClose} />}
          </Alert>
        )}
      </form>
      {loss.question}
    </Dialog>
  )
}
