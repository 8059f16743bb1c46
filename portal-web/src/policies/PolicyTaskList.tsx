import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPolicyTasksOptions } from '@tideline/sdk/query'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { FilterChips } from '@tideline/web-kit/ui/FilterChips.tsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { PolicyTaskTable } from './PolicyTaskTable.tsx'
import { parseTaskFilter, type TaskFilter, taskFilters } from './policy-tasks.ts'

interface PolicyTaskListProps {
  /** Number of policies to show. */
  take: number
  /** Number of policies to skip. */
  skip?: number
  /** Content below the table, such as page controls. `total` is the number of policies that match `filter`. */
  children: (shown: { shown: number; total: number; isCapped: boolean; filter: TaskFilter }) => ReactNode
}

/** The agency's policies with open tasks, by deadline. The filter is stored in the URL. */
export function PolicyTaskList({ take, skip = 0, children }: PolicyTaskListProps) {
  const [address, setAddress] = useSearchParams()
  const filter = parseTaskFilter(address)
  const tasks = useQuery({
    ...listPolicyTasksOptions({
      client: api.client,
      query: { take, skip, ...(filter !== 'all' && { filter }) },
    }),
    placeholderData: keepPreviousData,
    meta: { errors: 'inline' },
  })
  const page = tasks.data?.payload
  // A new filter starts at the first page. The page of the recent changes on the dashboard stays.
  const setFilter = (value: TaskFilter) =>
    setAddress(
      (before) => {
        for (const param of ['filter', 'page']) before.delete(param)
        if (value !== 'all') before.set('filter', value)
        return before
      },
      { preventScrollReset: true },
    )
  const chips = taskFilters.flatMap(({ value, label }) => {
    const count = page?.counts[value] ?? 0
    return count > 0 || value === 'all' || value === filter ? [{ value, label, count }] : []
  })
  return (
    <div className="stack">
      <QueryState query={tasks} height={10 * 64} label="Loading open tasks" problem="Open tasks could not be loaded" />
      {page && page.counts.all > 0 && (
        <FilterChips label="Filter by task" value={filter} chips={chips} onValueChange={setFilter} />
      )}
      {page && page.items.length === 0 && (
        <EmptyState
          title={filter === 'all' ? 'No open tasks' : 'No policies match this filter'}
          text="Policies to sign, pay or complete a cancellation for appear here."
          action={
            filter === 'all' ? undefined : (
              <Button variant="secondary" onClick={() => setFilter('all')}>
                Show all open tasks
              </Button>
            )
          }
        />
      )}
      {page && page.items.length > 0 && (
        <div aria-busy={tasks.isPlaceholderData}>
          <PolicyTaskTable items={page.items} />
        </div>
      )}
      {page && children({ shown: page.items.length, total: page.resultCount, isCapped: page.isCapped, filter })}
    </div>
  )
}
