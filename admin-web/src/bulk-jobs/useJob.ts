import { followBulkJob, getBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useFollowed } from '@tideline/web-kit/session/useFollowed.ts'
import { isInProgress } from './labels.ts'

const getQueryKey = (jobId: string) => ['bulk job', jobId]
const read = async (jobId: string, signal: AbortSignal) =>
  (await api.call(getBulkJob, { path: { jobId }, signal })).payload

/** The query for a job. It shares the cache with `useJob` but does not follow updates. */
export const jobQuery = (jobId: string) => ({
  queryKey: getQueryKey(jobId),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(jobId, signal),
})

/** Loads one of the user's jobs and follows its updates until it ends. */
export const useJob = (jobId: string) =>
  useFollowed({
    queryKey: getQueryKey(jobId),
    read: (signal) => read(jobId, signal),
    follow: (signal) => api.follow(followBulkJob, { path: { jobId }, signal }),
    isUnderWay: isInProgress,
  })
