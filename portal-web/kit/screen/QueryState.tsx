import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OfflineState } from './OfflineState.tsx'
import { QueryErrorState } from './QueryErrorState.tsx'
import type { SectionQuery } from './section-contract.ts'
import { useIsConnectionStalled } from './useIsOnline.ts'

interface QueryStateProps {
  query: SectionQuery & Pick<UseQueryResult, 'isError' | 'fetchStatus'>
  /** Label for screen readers while loading, such as "Loading the receipt". */
  label: string
  /** Error title, for example "The receipt could not be loaded". */
  problem: string
  /** Size of the placeholder: a number of text lines, or `height` in pixels. */
  lines?: number
  height?: number
}

/**
 * The state of a query: a placeholder during loading, or an error with a Retry button. Renders nothing after the query
 * succeeds.
 */
export function QueryState({ query, label, problem, ...shape }: QueryStateProps) {
  const isStalled = useIsConnectionStalled(query.isPending && query.fetchStatus === 'paused')
  if (isStalled) return <OfflineState title={problem} />
  if (query.isError) return <QueryErrorState title={problem} error={query.error} onRetry={() => void query.refetch()} />
  return query.isPending && query.fetchStatus !== 'idle' ? <Skeleton label={label} {...shape} /> : null
}
