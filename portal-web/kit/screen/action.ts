import type { MutationObserverOptions, QueryClient } from '@tanstack/react-query'
import type * as queries from '@tideline/sdk/query'
import { getMessage } from '../errors/api-errors.ts'
import { toast } from '../ui/toasts.ts'

/** An operation of the contract that is asked with a query. */
export type QueryName = keyof typeof queries extends infer Key
  ? Key extends `${infer Name}QueryKey`
    ? Name
    : never
  : never

/** What went wrong, for the one place where it is told. */
export interface Problem {
  title?: string
  text: string
}

export interface ActionOptions<Input, Answer> {
  /** Whose answers are no longer true once it is done; they are asked for again. */
  changes: readonly QueryName[] | 'everything'
  /** What is said in passing when it is done. */
  done?: string | { title: string; text: string }
  /** What stands above the reason when it fails. */
  failed?: string
  /** The reason in words, where they are not the server's own. */
  saying?: (error: unknown) => string
  /** Only where the specification has a failure close the dialog, too: nobody is left to tell it. */
  onFailed?: (error: unknown) => void
  /** After it is done, for instance to close the dialog; the changes are asked for meanwhile. */
  onDone?: (answer: Answer, input: Input) => void
}

/** What went wrong in words, under the title that the screen gives it. */
export const findProblem = (error: unknown, title?: string, saying = getMessage): Problem => ({
  ...(title !== undefined && { title }),
  text: saying(error),
})

/** One thing that a viewer does: the call, what is said when it is done, and what is asked for again. */
export const actionOptions = <Input, Answer>(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  act: (input: Input) => Promise<Answer>,
  { changes, done, onDone, onFailed }: ActionOptions<Input, Answer>,
) =>
  ({
    mutationFn: act,
    // The screen tells it (`problem`); the global handler would tell it a second time.
    meta: { errors: 'own' },
    ...(onFailed && { onError: onFailed }),
    onSuccess: async (answer, input) => {
      if (done) toast({ tone: 'success', ...(typeof done === 'string' ? { title: done } : done) })
      onDone?.(answer, input)
      if (changes === 'everything') await queryClient.invalidateQueries()
      else await Promise.all(changes.map((_id) => queryClient.invalidateQueries({ queryKey: [{ _id }] })))
    },
  }) satisfies MutationObserverOptions<Answer, Error, Input>
