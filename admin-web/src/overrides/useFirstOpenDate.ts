import { useQuery } from '@tanstack/react-query'
import type { ParentOverrides } from '@tideline/sdk'
import { listParentOverridesOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { getPayload } from '../kit/get-payload.ts'

/** Returns the query for the overrides that parent agencies earn on this agency's premium. */
export const getParentOverridesQuery = (agencyNo: string) => ({
  ...listParentOverridesOptions({ client: api.client, path: { agencyNo } }),
  select: getPayload<ParentOverrides>,
})

/**
 * Returns the first date on which new rates can take effect. Returns undefined while loading, or if no month is closed
 * yet.
 */
export const useFirstOpenDate = (agencyNo: string): string | undefined =>
  useQuery(getParentOverridesQuery(agencyNo)).data?.firstOpenDate ?? undefined
