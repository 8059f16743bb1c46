import { Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'
import type { DryRun } from '../useDryRun.ts'

interface DryRunPreviewProps<Result> {
  dryRun: DryRun<Result>
  /** Shows what the action would change. */
  children: (result: Result) => ReactNode
}

/** What an action would change, or why the server would reject it. Shown before the user confirms (UI-23). */
export function DryRunPreview<Result>({ dryRun, children }: DryRunPreviewProps<Result>) {
  const { result, rejection, isPending } = dryRun
  if (isPending) return <Skeleton variant="rounded" height={72} role="progressbar" aria-label="Loading the preview" />
  if (rejection !== undefined)
    return (
      <Alert severity="warning" role="alert">
        This cannot be done now: {rejection}
      </Alert>
    )
  return result === undefined ? null : children(result)
}
