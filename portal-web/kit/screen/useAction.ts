import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ActionOptions, actionOptions, findProblem } from './action.ts'

/**
 * What a button or a form does to the server. A failure is told in one place, by whoever shows `problem`: in a
 * `FormDialog` that is the dialog.
 *
 * @example
 * const save = useAction((form: ClaimForm) => api.call(createClaim, { body: createOf(policyNo, form) }), {
 *   changes: ['listClaims'],
 *   done: 'The claim was reported.',
 *   onDone: onClose,
 * })
 */
export function useAction<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  options: ActionOptions<Input, Answer>,
) {
  const { mutate, isPending, error, data, reset } = useMutation(actionOptions(useQueryClient(), act, options))
  return {
    run: mutate,
    isBusy: isPending,
    problem: error ? findProblem(error, options.failed, options.saying) : undefined,
    error,
    /** Takes back what was told. */
    forget: reset,
    /** What the server answered when it was done. */
    answer: data,
  }
}
