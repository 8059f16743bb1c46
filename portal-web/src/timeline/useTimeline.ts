import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getTimelineItems, type TimelineFilter } from './timeline-items.ts'
import { getTimelineQuery } from './timeline-query.ts'

/**
 * Returns a policy's timeline with its filter. The items of the previous filter stay until those of the new one have
 * loaded.
 */
export function useTimeline(policyNo: string) {
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const query = useInfiniteQuery({ ...getTimelineQuery(policyNo, filter), placeholderData: keepPreviousData })
  return { query, items: getTimelineItems(query.data?.pages), filter, setFilter }
}

export type Timeline = ReturnType<typeof useTimeline>
