import { useMutation } from '@tanstack/react-query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { useEffect } from 'react'

/** A row for which the server would reject an action, with the reason. */
export interface RowRejection<Row> {
  row: Row
  reason: string
}

/** Maximum number of concurrent requests. */
const maxConcurrentRequests = 4

async function runAll<Row>(
  run: (row: Row) => Promise<unknown>,
  rows: readonly Row[],
): Promise<readonly RowRejection<Row>[]> {
  const rejections: RowRejection<Row>[] = []
  for (let at = 0; at < rows.length; at += maxConcurrentRequests)
    await Promise.all(
      rows.slice(at, at + maxConcurrentRequests).map((row) =>
        run(row).catch((error) => {
          rejections.push({ row, reason: getErrorMessage(error) })
        }),
      ),
    )
  return rejections
}

/**
 * Checks once, on mount, for which rows the server would reject an action (UI-23). `run` must send `dryRunHeaders`.
 * Returns these rows with the reasons, or undefined until all dry runs have finished. Without `run`, returns no rows.
 */
export function useBulkDryRun<Row>(
  rows: readonly Row[],
  run: ((row: Row) => Promise<unknown>) | undefined,
): readonly RowRejection<Row>[] | undefined {
  const { mutate, data } = useMutation({ mutationFn: async () => (run ? runAll(run, rows) : []) })
  useEffect(() => mutate(), [mutate])
  return data
}

/**
 * Returns why an action on many rows cannot be confirmed.
 *
 * @param rejections the result of `useBulkDryRun`
 * @param count the number of rows that are not rejected
 */
export const getBulkDisabledReason = (
  rejections: readonly RowRejection<unknown>[] | undefined,
  count: number,
): string | undefined =>
  rejections === undefined ? 'Loading the preview.' : count === 0 ? 'No row can be processed.' : undefined
