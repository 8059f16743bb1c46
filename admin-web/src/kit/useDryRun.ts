import { useMutation } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { useEffect } from 'react'

/** The header of a request that the server processes without saving anything (ADR 27). */
export const dryRunHeaders = { 'Dry-Run': 'true' as const }

export interface DryRun<Result> {
  /** The response that the action would give. Undefined while loading and after a rejection. */
  result: Result | undefined
  /** The server's reason for rejecting the action, or why the dry run failed. */
  rejection: string | undefined
  /** Repeats a dry run that failed, for example because the server was not available. Undefined after a rejection. */
  retry: (() => void) | undefined
  isPending: boolean
  /** Why the action cannot be confirmed. Undefined if it can be, or if no dry run has started. */
  disabledReason: string | undefined
}

/** Returns whether the server has processed the request and rejected it. */
const isRejection = (error: Error) => error instanceof TidelineError && error.status >= 400 && error.status < 500

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
  const hasFailed = error !== null && !isRejection(error)
  return {
    result: error ? undefined : data,
    rejection: error ? getErrorMessage(error) : undefined,
    retry: hasFailed ? () => mutate() : undefined,
    isPending: isLoading,
    disabledReason: isLoading
      ? 'Loading the preview.'
      : hasFailed
        ? 'The preview could not be loaded.'
        : error
          ? 'This cannot be done now.'
          : undefined,
  }
}
