import { type ReactNode, useId } from 'react'
import { FormSummary, type FormSummaryProps } from '../forms/FormSummary.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { Problem } from './action.ts'
import { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt.tsx'

interface FormDialogProps {
  title: ReactNode
  size?: 'small' | 'medium' | 'large'
  submitLabel: string
  /** What it says while it is under way, for instance "Transferring…". */
  busyLabel: string
  danger?: boolean
  cancelLabel?: string
  /** Why it cannot be sent yet; the button says so. */
  notYet?: string | undefined
  isBusy: boolean
  /** Why it failed; told here and nowhere else. */
  problem: Problem | undefined
  onSubmit: () => void
  onClose: () => void
  /** Of a long form: what is wrong, listed above the fields once it was sent, each with a way to its field. */
  summary?: FormSummaryProps
  /** Something was entered that is no typing: files were chosen, for instance. */
  isBegun?: boolean
  /** What follows once it is done, in place of the button. */
  instead?: ReactNode
  children: ReactNode
}

/** A form in a dialog: it can be left unless it is being sent, not without being asked about what was typed, and whatever stops it is told in it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, notYet, isBusy, problem, summary, instead, onClose, children } = props
  const formId = useId()
  const loss = useUnsavedChangesPrompt(onClose, props.isBegun)
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
          // Enter in a field sends it as the button does.
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
