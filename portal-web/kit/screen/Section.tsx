import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card, type CardFold } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { QueryState } from './QueryState.tsx'
import type { SectionQuery } from './section-contract.ts'

interface SectionProps<Data> {
  title: string
  actions?: ReactNode
  query: SectionQuery & Pick<UseQueryResult<Data, unknown>, 'data' | 'isError' | 'fetchStatus'>
  /** Name of the data for loading and error messages, such as "the claims". */
  subject: string
  /** The usual number of rows, which sets the height of the card while loading. */
  rows?: number
  /** Returns the text of the empty state, or undefined if there is data. */
  empty?: (data: Data) => string | { title: string; text: string } | undefined
  className?: string
  /** Whether users can collapse the card by clicking its title. See `Card`. */
  fold?: CardFold | undefined
  /** Returns the line beside the title while the card is collapsed. */
  summary?: (data: Data) => ReactNode
  /** Content above the data, shown in every state. */
  lead?: ReactNode
  children: (data: Data) => ReactNode
}

const rowHeight = 46

/** A card with four states: loading, failed, empty and loaded. */
export function Section<Data>({
  title,
  actions,
  query,
  subject: what,
  rows = 3,
  empty,
  className = '',
  fold,
  summary,
  lead,
  children,
}: SectionProps<Data>) {
  const { data } = query
  const nothing = data !== undefined && empty?.(data)
  const problem = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`
  return (
    <Card
      title={title}
      actions={actions}
      className={className}
      fold={fold}
      summary={data !== undefined && summary?.(data)}
      problem={query.isError ? { text: problem, onRetry: () => void query.refetch() } : undefined}
    >
      {lead}
      <QueryState query={query} height={rows * rowHeight} label={`Loading ${what}`} problem={problem} />
      {nothing ? (
        <EmptyState {...(typeof nothing === 'string' ? { title: nothing } : nothing)} />
      ) : (
        data !== undefined && children(data)
      )}
    </Card>
  )
}
