import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { QueryState } from './QueryState.tsx'

interface SectionProps<Data> {
  title: string
  actions?: ReactNode
  query: Pick<UseQueryResult<Data, unknown>, 'data' | 'isPending' | 'isError' | 'fetchStatus' | 'error' | 'refetch'>
  /** What is loaded, for instance "the claims"; it stands in what is said while it loads and when it fails. */
  what: string
  /** How many rows it usually has: the card is as high while it loads. */
  rows?: number
  /** What to say when there is nothing, and what would change that; nothing to say when there is something. */
  empty?: (data: Data) => string | { title: string; text: string } | undefined
  className?: string
  /** By its title it folds to a row and unfolds: everywhere, or in a narrow window alone. */
  fold?: 'always' | 'narrow' | undefined
  /** Above all four faces. */
  lead?: ReactNode
  children: (data: Data) => ReactNode
}

const rowHeight = 46

/** A card of the page with its four faces: the shape of what comes, why it did not come, nothing there, what is there. */
export function Section<Data>({
  title,
  actions,
  query,
  what,
  rows = 3,
  empty,
  className = '',
  fold,
  lead,
  children,
}: SectionProps<Data>) {
  const { data } = query
  const nothing = data !== undefined && empty?.(data)
  return (
    <Card title={title} actions={actions} className={className} fold={fold}>
      {lead}
      <QueryState
        query={query}
        height={rows * rowHeight}
        label={`Loading ${what}`}
        problem={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      />
      {nothing ? (
        <EmptyState {...(typeof nothing === 'string' ? { title: nothing } : nothing)} />
      ) : (
        data !== undefined && children(data)
      )}
    </Card>
  )
}
