import { useQuery } from '@tanstack/react-query'
import { listParentOverrides } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** Returns the query for the overrides that parent agencies earn on an agency's premium. */
export const parentOverridesQuery = (agencyNo: string) => ({
  queryKey: ['parent overrides', agencyNo],
  queryFn: async () => (await api.call(listParentOverrides, { path: { agencyNo } })).payload,
})

/**
 * Returns the first date on which new rates can take effect. Returns undefined during loading, or if no month has been
 * closed.
 */
export const useFirstOpenDate = (agencyNo: string): string | undefined =>
  useQuery(parentOverridesQuery(agencyNo)).data?.firstOpenDate ?? undefined
