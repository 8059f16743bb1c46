import { Alert, Button, Card, CardContent, Skeleton, Typography } from '@mui/material'
import { TidelineError } from '@tideline/sdk'
import { type ReactNode, useId } from 'react'

interface SectionStateProps {
  isPending: boolean
  error: unknown
  retry: () => unknown
  /** The text shown instead of the content when there is none. */
  empty?: string | undefined
  children: ReactNode
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : 'This could not be loaded.')

/** Renders one of four states: loading skeleton, error with Retry and request ID, empty, or content. */
export function SectionState({ isPending, error, retry, empty, children }: SectionStateProps) {
  if (isPending) return <Skeleton variant="rounded" height={160} role="progressbar" aria-label="Loading" />
  if (error)
    return (
      <Alert severity="error" action={<Button onClick={() => retry()}>Retry</Button>}>
        {getErrorMessage(error)} Nothing was changed.
        {error instanceof TidelineError ? ` (request ${error.requestId})` : ''}
      </Alert>
    )
  if (empty)
    return (
      <Typography color="text.secondary" role="status">
        {empty}
      </Typography>
    )
  return children
}

/** A section of a page with a title. */
export function Section({ title, ...face }: SectionStateProps & { title: string }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <Typography id={id} component="h2" variant="h6" gutterBottom>
          {title}
        </Typography>
        <SectionState {...face} />
      </CardContent>
    </Card>
  )
}
