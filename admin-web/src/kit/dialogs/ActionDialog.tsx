import type { FormDialogContract } from '@tideline/web-kit/screen/form-dialog-contract.ts'
import { useAction } from '../useAction.ts'
import { FormDialog } from './FormDialog.tsx'

interface ActionDialogProps<Result> extends Omit<FormDialogContract, 'isBusy' | 'problem'> {
  /** The action to run when the button is clicked. It can change any record. */
  act: () => Promise<Result>
  successMessage: string | ((result: Result) => string)
  isReady?: boolean
}

/** A dialog that explains an action, runs it and closes. If it fails, it shows the reason and stays open. */
export function ActionDialog<Result>({ act, successMessage, ...dialog }: ActionDialogProps<Result>) {
  const { isBusy, problem, run } = useAction(act, {
    changes: 'everything',
    successMessage,
    onDone: dialog.onClose,
  })
  return <FormDialog {...dialog} isBusy={isBusy} problem={problem} onSubmit={() => run()} />
}
