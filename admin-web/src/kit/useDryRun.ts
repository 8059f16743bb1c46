import { useMutation } from '@tanstack/react-query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { useEffect } from 'react'

/** The header of a request that the server processes without saving anything (ADR 27). */
export const dryRunHeaders = { 'Dry-Run': 'true' as const }

export interface DryRun<Result> {
  /** The response that the action would give. Undefined while loading and after a rejection. */
  result: Result | undefined
  /** The server's reason for rejecting the action. */
  rejection: string | undefined
  isPending: boolean
  /** Why the action cannot be confirmed. Undefined if it can be, or if no dry run has started. */
  disabledReason: string | undefined
}

/**
 * Runs an action as a dry run when its dialog opens and whenever `input` changes (UI-23). `run` must send
 * `dryRunHeaders`. Does nothing while `input` is undefined, because a required field is empty.
 */
export function useDryRun<Result>(run: () => Promise<Result>, input: string | undefined): DryRun<Result> {
  const { mutate, reset, data, error, isPending, isIdle } = useMutation({ mutationFn: run })
  useEffect(() => {
    if (input === undefined) reset()
    else mutate()
  }, [input, mutate, reset])
  const isLoading = input !== undefined && (isPending || isIdle)
  return {
    result: error ? undefined : data,
    rejection: error ? getErrorMessage(error) : undefined,
    isPending: isLoading,
    disabledReason: isLoading ? 'Loading the preview.' : error ? 'This cannot be done now.' : undefined,
  }
}
