import { followBulkJob, getBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useFollowed } from '@tideline/web-kit/session/useFollowed.ts'
import { isInProgress } from './labels.ts'

const getQueryKey = (jobId: string) => ['bulk job', jobId]
const read = async (jobId: string, signal: AbortSignal) =>
  (await api.call(getBulkJob, { path: { jobId }, signal })).payload

/** One's own job as it is known, for who stands beside one that follows it. */
export const jobQuery = (jobId: string) => ({
  queryKey: getQueryKey(jobId),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(jobId, signal),
})

/** One's own job, followed until it ends. */
export const useJob = (jobId: string) =>
  useFollowed({
    queryKey: getQueryKey(jobId),
    read: (signal) => read(jobId, signal),
    follow: (signal) => api.follow(followBulkJob, { path: { jobId }, signal }),
    isUnderWay: isInProgress,
  })
