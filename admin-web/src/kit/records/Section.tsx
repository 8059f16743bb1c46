import { Button, Card, CardContent, Skeleton, Typography } from '@mui/material'
import { getRequestId } from '@tideline/web-kit/errors/api-errors.ts'
import type { SectionQuery } from '@tideline/web-kit/screen/section-contract.ts'
import { type ReactNode, useId } from 'react'
import { Alert } from '../Alert.tsx'

interface SectionStateProps {
  /**
   * The query for the section's data. If not set, the section has only an empty state, without a loading or error
   * state.
   */
  query?: SectionQuery | undefined
  /** Text that replaces the content when there is none. */
  empty?: string | undefined
  /** Height of the loading skeleton in pixels: the usual height of the content, so that the page does not move. */
  height?: number
  children: ReactNode
}

/** Accepts any error type, since react-admin converts API client errors to its own type. */
const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : 'This could not be loaded.')

/** Renders one of four states: loading skeleton, error with Retry and request ID, empty, or content. */
export function SectionState({ query, empty, height = 160, children }: SectionStateProps) {
  if (query?.isPending) return <Skeleton variant="rounded" height={height} role="progressbar" aria-label="Loading" />
  if (query?.error) {
    const requestId = getRequestId(query.error)
    return (
      <Alert severity="error" action={<Button onClick={() => void query.refetch()}>Retry</Button>}>
        {getErrorMessage(query.error)} Nothing was changed.
        {requestId ? ` (request ${requestId})` : ''}
      </Alert>
    )
  }
  if (empty)
    return (
      <Typography color="text.secondary" role="status">
        {empty}
      </Typography>
    )
  return children
}

/** A section of a page with a title. */
export function Section({ title, ...state }: SectionStateProps & { title: string }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <Typography id={id} component="h2" variant="h6" gutterBottom>
          {title}
        </Typography>
        <SectionState {...state} />
      </CardContent>
    </Card>
  )
}
