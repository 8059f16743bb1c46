import type { FormDialogContract } from '@tideline/web-kit/screen/form-dialog-contract.ts'
import { useAction } from '../useAction.ts'
import { FormDialog } from './FormDialog.tsx'

export interface ActionDialogProps<Result> extends Omit<FormDialogContract, 'isBusy' | 'problem'> {
  /** Runs the action when the user clicks the button. It can change any record. */
  act: () => Promise<Result>
  successMessage: string | ((result: Result) => string)
  disabledReason?: string | undefined
  size?: 'small' | 'medium'
}

/**
 * A dialog that explains an action, runs it and closes. If the action fails, the dialog stays open and shows the
 * reason.
 */
export function ActionDialog<Result>({ act, successMessage, ...dialog }: ActionDialogProps<Result>) {
  const { isBusy, problem, run } = useAction(act, {
    changes: 'everything',
    successMessage,
    onDone: dialog.onClose,
  })
  return <FormDialog {...dialog} isBusy={isBusy} problem={problem} onSubmit={() => run()} />
}
