import { LinearProgress, Stack, Typography } from '@mui/material'
import { Alert } from '../Alert.tsx'
import type { RowRejection } from './useBulkDryRun.ts'

interface BulkRejectionsProps<Row> {
  total: number
  /** The noun for a row in the singular and the plural. */
  noun: readonly [one: string, many: string]
  rejections: readonly RowRejection<Row>[] | undefined
  nameOf: (row: Row) => string
}

/** The rows that an action would skip, by reason. Shown before the user confirms (UI-23). */
export function BulkRejections<Row>({ total, noun: [one, many], rejections, nameOf }: BulkRejectionsProps<Row>) {
  if (!rejections)
    return (
      <Stack role="status" spacing={1} sx={{ marginTop: 1 }}>
        <Typography>Checking {total === 1 ? `the ${one}` : `${total} ${many}`}…</Typography>
        <LinearProgress aria-label="Checking" />
      </Stack>
    )
  if (rejections.length === 0) return null
  const byReason = Map.groupBy(rejections, ({ reason }) => reason)
  return (
    <Alert severity="warning" role="status" sx={{ marginTop: 1 }}>
      <Typography>
        {rejections.length} of {total} will be skipped:
      </Typography>
      {[...byReason].map(([reason, rows]) => (
        <Typography key={reason} variant="body2" sx={{ marginTop: 0.5 }}>
          {reason.replace(/\.$/, '')}: {rows.map(({ row }) => nameOf(row)).join(', ')}
        </Typography>
      ))}
    </Alert>
  )
}
