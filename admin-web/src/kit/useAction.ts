import type { ActionOptions } from '@tideline/web-kit/screen/action-options.ts'
import { useAction as useSharedAction } from '@tideline/web-kit/screen/useAction.ts'
import { useNotify } from 'react-admin'

interface BackOfficeActionOptions<Input, Result> extends Omit<ActionOptions<Input, Result>, 'successToast'> {
  /** The notification to show after the action succeeds. */
  successMessage?: string | ((result: Result, input: Input) => string)
}

/**
 * Runs a user action on the server, as the portal's `useAction` does. Shows a react-admin notification on success.
 * Display `problem` exactly once, as the kit's dialogs do.
 *
 * Pass `changes: 'everything'` if the action changes a record that react-admin shows.
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  { successMessage, onDone, ...options }: BackOfficeActionOptions<Input, Result>,
) {
  const notify = useNotify()
  return useSharedAction(act, {
    ...options,
    onDone: (result, input) => {
      const message = typeof successMessage === 'function' ? successMessage(result, input) : successMessage
      if (message) notify(message, { type: 'success' })
      onDone?.(result, input)
    },
  })
}
