import { followBulkJob, getBulkJob } from '@tideline/sdk/operations'
import { getBulkJobQueryKey } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { useLiveQuery } from '@tideline/web-kit/session/useLiveQuery.ts'
import { isInProgress } from './labels.ts'

const getInput = (jobId: string) => ({ client: api.client, path: { jobId } })
const read = async (jobId: string, signal: AbortSignal) =>
  (await api.call(getBulkJob, { path: { jobId }, signal })).payload

/** Returns the query for a job. It shares the cache entry of `useJob` but does not subscribe to updates. */
export const getJobQuery = (jobId: string) => ({
  queryKey: getBulkJobQueryKey(getInput(jobId)),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(jobId, signal),
})

/** Loads one of the user's jobs and subscribes to its updates until the job ends. */
export const useJob = (jobId: string) =>
  useLiveQuery({
    queryKey: getBulkJobQueryKey(getInput(jobId)),
    read: (signal) => read(jobId, signal),
    follow: (signal) => api.follow(followBulkJob, { path: { jobId }, signal }),
    isInProgress: isInProgress,
  })
