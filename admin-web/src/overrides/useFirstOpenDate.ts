import { useQuery } from '@tanstack/react-query'
import { listParentOverrides } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** The overrides that agencies above have on an agency's premium. */
export const parentOverridesQuery = (agencyNo: string) => ({
  queryKey: ['parent overrides', agencyNo],
  queryFn: async () => (await api.call(listParentOverrides, { path: { agencyNo } })).payload,
})

/** The first date that new rates of an agency can have; undefined if no month was closed, and while it loads. */
export const useFirstOpenDate = (agencyNo: string): string | undefined =>
  useQuery(parentOverridesQuery(agencyNo)).data?.firstOpenDate ?? undefined
