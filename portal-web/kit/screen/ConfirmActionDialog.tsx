import type { ReactNode } from 'react'
import type { ActionOptions } from './action-options.ts'
import { FormDialog } from './FormDialog.tsx'
import { useAction } from './useAction.ts'

interface ConfirmActionDialogProps<Result> extends Omit<ActionOptions<void, Result>, 'onDone'> {
  title: string
  submitLabel: string
  /** Label of the submit button while the action runs, for example "Removing…". */
  busyLabel: string
  cancelLabel?: string
  act: () => Promise<Result>
  onClose: () => void
  /** A description of the consequence. */
  children: ReactNode
}

/** A small dialog that runs an action with consequences after confirmation, and closes when it is done. */
export function ConfirmActionDialog<Result>(props: ConfirmActionDialogProps<Result>) {
  const { title, submitLabel, busyLabel, cancelLabel, act, onClose, children, ...options } = props
  const { run, isBusy, problem } = useAction(act, { ...options, onDone: onClose })
  return (
    <FormDialog
      {...{ title, submitLabel, busyLabel, isBusy, problem, onClose, ...(cancelLabel && { cancelLabel }) }}
      size="small"
      danger
      onSubmit={() => run()}
    >
      {children}
    </FormDialog>
  )
}
