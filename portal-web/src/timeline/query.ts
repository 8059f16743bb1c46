import { infiniteQueryOptions } from '@tanstack/react-query'
import { getPolicyTimelineInfiniteOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import type { Filter } from './items.ts'

/** How many are shown first, and more at a time. */
const step = 50

/**
 * What happened on a policy, a page at a time. A failure is thrown on as it came, and the panel alone shows it: no
 * message pops up.
 */
export const getTimeline = (policyNo: string, filter: Filter) =>
  infiniteQueryOptions({
    ...getPolicyTimelineInfiniteOptions({ client: api.client, path: { policyNo }, query: { filter, take: step } }),
    initialPageParam: { path: { policyNo } },
    getNextPageParam: ({ payload }) => payload.nextCursor,
    meta: { errors: 'quiet' },
  })
