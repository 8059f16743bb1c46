import { infiniteQueryOptions } from '@tanstack/react-query'
import { getPolicyTimelineInfiniteOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import type { TimelineFilter } from './timeline-items.ts'

/** The number of items per page. */
const pageSize = 50

/**
 * Returns the query that loads the timeline of a policy page by page. A failure is shown only in the panel, not as an
 * alert.
 */
export const getTimelineQuery = (policyNo: string, filter: TimelineFilter) =>
  infiniteQueryOptions({
    ...getPolicyTimelineInfiniteOptions({ client: api.client, path: { policyNo }, query: { filter, take: pageSize } }),
    initialPageParam: { path: { policyNo } },
    getNextPageParam: ({ payload }) => payload.nextCursor,
    meta: { errors: 'quiet' },
  })
