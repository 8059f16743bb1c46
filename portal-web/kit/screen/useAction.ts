import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ActionOptions,
  type ActionProblem,
  createActionOptions,
  isChangedByOthers,
  toActionProblem,
} from './action-options.ts'

/**
 * Runs a user action on the server. Show `problem` in exactly one place; `FormDialog` does this for its forms.
 *
 * @example
 * const save = useAction((form: ClaimForm) => api.call(createClaim, { body: createOf(policyNo, form) }), {
 *   changes: ['listClaims'],
 *   successToast: 'The claim was reported.',
 *   onDone: onClose,
 * })
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  options: ActionOptions<Input, Result>,
) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data, reset } = useMutation(createActionOptions(queryClient, act, options))
  const getProblem = (error: NonNullable<unknown>): ActionProblem => ({
    ...toActionProblem(error, options.errorTitle, options.formatError),
    ...(isChangedByOthers(error) && { reload: () => void queryClient.invalidateQueries() }),
  })
  return {
    run: mutate,
    isBusy: isPending,
    problem: error ? getProblem(error) : undefined,
    error,
    /** Clears the error. */
    reset,
    /** The server's response, if the action succeeded. */
    result: data,
  }
}
