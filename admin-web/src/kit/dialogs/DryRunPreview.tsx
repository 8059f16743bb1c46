import { Box, Button, Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'
import type { DryRun } from '../useDryRun.ts'

interface DryRunPreviewProps<Result> {
  dryRun: DryRun<Result>
  /** Shows what the action would change. */
  children: (result: Result) => ReactNode
}

function PreviewContent<Result>({ dryRun, children }: DryRunPreviewProps<Result>) {
  const { result, rejection, retry, isPending } = dryRun
  if (isPending) return <Skeleton variant="rounded" height={72} role="progressbar" aria-label="Loading the preview" />
  if (retry)
    return (
      <Alert severity="error" action={<Button onClick={retry}>Retry</Button>}>
        The preview could not be loaded: {rejection}
      </Alert>
    )
  if (rejection !== undefined)
    return (
      <Alert severity="warning" role="alert">
        This cannot be done now: {rejection}
      </Alert>
    )
  return result === undefined ? null : children(result)
}

/** What an action would change, or why the server would reject it. Shown before the user confirms (UI-23). */
export const DryRunPreview = <Result,>(preview: DryRunPreviewProps<Result>) => (
  <Box sx={{ marginTop: 1, '&:empty': { display: 'none' } }}>
    <PreviewContent {...preview} />
  </Box>
)
