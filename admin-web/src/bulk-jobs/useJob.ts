import { useQuery } from '@tanstack/react-query'
import { getBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { isUnderWay } from './words.ts'

const everyMs = 1000

/** One's own job, followed until it ends. */
export const useJob = (jobId: string) =>
  useQuery({
    queryKey: ['bulk job', jobId],
    queryFn: async () => (await api.call(getBulkJob, { path: { jobId } })).payload,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : everyMs),
  })
