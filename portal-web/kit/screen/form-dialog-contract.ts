import type { ReactNode } from 'react'
import type { ActionProblem } from './action-options.ts'

/** The props that the form dialogs of both apps share. `useAction` returns `isBusy` and `problem`. */
export interface FormDialogContract {
  title: ReactNode
  submitLabel: string
  /** True if the action cannot be undone, or if it ends something, such as a session. */
  danger?: boolean | undefined
  isBusy: boolean
  /** The error of the last submission, shown only in this dialog. */
  problem: ActionProblem | undefined
  onClose: () => void
  children?: ReactNode
}
