import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ActionOptions, createActionOptions, toActionProblem } from './action-options.ts'

/**
 * Runs a user action on the server. Show `problem` in exactly one place; `FormDialog` does this for its forms.
 *
 * @example
 * const save = useAction((form: ClaimForm) => api.call(createClaim, { body: createOf(policyNo, form) }), {
 *   changes: ['listClaims'],
 *   done: 'The claim was reported.',
 *   onDone: onClose,
 * })
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  options: ActionOptions<Input, Result>,
) {
  const { mutate, isPending, error, data, reset } = useMutation(createActionOptions(useQueryClient(), act, options))
  return {
    run: mutate,
    isBusy: isPending,
    problem: error ? toActionProblem(error, options.errorTitle, options.formatError) : undefined,
    error,
    /** Clears the error. */
    reset,
    /** The server's response, if the action succeeded. */
    result: data,
  }
}
