import type { MutationObserverOptions, QueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import type * as queries from '@tideline/sdk/query'
import { getErrorMessage } from '../errors/api-errors.ts'
import { showToast } from '../ui/toast-queue.ts'

/** The name of a contract operation that is used as a query. */
type QueryName = keyof typeof queries extends infer Key ? (Key extends `${infer Name}QueryKey` ? Name : never) : never

/** The error of a failed user action. Show each error in exactly one place. */
export interface ActionProblem {
  title?: string
  text: string
  /** Loads the current data. Present if someone else has changed it. */
  reload?: () => void
}

export interface ActionOptions<Input, Result> {
  /** The queries to invalidate after the action succeeds. */
  changes: readonly QueryName[] | 'everything'
  /** The toast to show after the action succeeds. */
  successToast?: string | { title: string; text: string }
  /** The title of the error. */
  errorTitle?: string
  /** Returns a custom error message. Defaults to the server's message. */
  formatError?: (error: unknown) => string
  /** Called when the action fails. Use it only for dialogs that, by specification, must also close on failure. */
  onFailed?: (error: unknown) => void
  /** Called after the action succeeds, for example to close the dialog. Invalidated queries reload in the meantime. */
  onDone?: (result: Result, input: Input) => void
}

/** Converts an error to a message with an optional title. */
export const toActionProblem = (error: unknown, title?: string, saying = getErrorMessage): ActionProblem => ({
  ...(title !== undefined && { title }),
  text: saying(error),
})

/** Returns whether an edit failed because someone else has changed the data since it was loaded (API-13). */
export const isChangedByOthers = (error: unknown) =>
  error instanceof TidelineError && (error.code === 'version_mismatch' || error.code === 'concurrent_change')

/** Invalidates the queries of the given operations. Queries that a screen currently shows reload immediately. */
export const invalidateOperations = async (
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  operations: readonly QueryName[],
): Promise<void> => {
  await Promise.all(operations.map((_id) => queryClient.invalidateQueries({ queryKey: [{ _id }] })))
}

/** Returns the mutation options of a user action: the request, the success toast and the queries to invalidate. */
export const createActionOptions = <Input, Result>(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  act: (input: Input) => Promise<Result>,
  { changes, successToast: done, onDone, onFailed }: ActionOptions<Input, Result>,
) =>
  ({
    mutationFn: act,
    // Turns off the global error handler because the screen shows the error in `problem`.
    meta: { errors: 'own' },
    ...(onFailed && { onError: onFailed }),
    onSuccess: async (result, input) => {
      if (done) showToast({ tone: 'success', ...(typeof done === 'string' ? { title: done } : done) })
      onDone?.(result, input)
      if (changes === 'everything') await queryClient.invalidateQueries()
      else await invalidateOperations(queryClient, changes)
    },
  }) satisfies MutationObserverOptions<Result, Error, Input>
