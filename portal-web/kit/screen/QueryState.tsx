import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OfflineState } from './OfflineState.tsx'
import { QueryErrorState } from './QueryErrorState.tsx'
import { useIsStalled } from './useIsOnline.ts'

interface QueryFaceProps {
  query: Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'isError' | 'fetchStatus' | 'error' | 'refetch'>
  /** What screen readers hear meanwhile, for instance "Loading the receipt". */
  label: string
  /** What is said when it does not come, for instance "The receipt could not be loaded". */
  problem: string
  /** The shape of what comes: so many lines, or a block of so many pixels. */
  lines?: number
  height?: number
}

/** Stands in for what is asked for: its outline until it comes, or why it did not and Retry. Nothing once it is there. */
export function QueryState({ query, label, problem, ...shape }: QueryFaceProps) {
  const isStalled = useIsStalled(query.isPending && query.fetchStatus === 'paused')
  if (isStalled) return <OfflineState title={problem} />
  if (query.isError) return <QueryErrorState title={problem} error={query.error} onRetry={() => void query.refetch()} />
  return query.isPending && query.fetchStatus !== 'idle' ? <Skeleton label={label} {...shape} /> : null
}
