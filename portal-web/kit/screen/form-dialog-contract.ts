import type { ReactNode } from 'react'
import type { ActionProblem } from './action-options.ts'

/**
 * The shared props of the form dialogs in the portal and the back office. `useAction` returns `isBusy` and `problem`.
 */
export interface FormDialogContract {
  title: ReactNode
  submitLabel: string
  /** True for a destructive action: the action cannot be undone, or ends something such as a session. */
  danger?: boolean | undefined
  isBusy: boolean
  /** The error of the last submission, shown only in this dialog. */
  problem: ActionProblem | undefined
  onClose: () => void
  children?: ReactNode
}
