import { Alert, Button, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@tideline/sdk'
import { cancelBulkJob, undoBulkJob } from '@tideline/sdk/operations'
import { listBulkJobItemsOptions } from '@tideline/sdk/query'
import { invalidateOperations } from '@tideline/web-kit/screen/action-options.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { getPayload } from '../kit/get-payload.ts'
import { PlainList } from '../kit/records/PlainList.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { useAction } from '../kit/useAction.ts'
import { formatProgress, isInProgress } from './labels.ts'
import { useJob } from './useJob.ts'

const maxRows = 100

/** The first 100 policies for which the action was rejected, with the reasons. */
function RejectionList({ job }: { job: BulkJob }) {
  const query = useQuery({
    ...listBulkJobItemsOptions({
      client: api.client,
      path: { jobId: job.id },
      // Reloads when the number of rejected policies increases, until the maximum number of rows is shown.
      query: { status: 'failed', take: Math.min(job.failed, maxRows) },
    }),
    select: getPayload,
    placeholderData: keepPreviousData,
  })
  return (
    <SectionState query={query}>
      <PlainList label="Rejected" spacing={1}>
        {query.data?.items.map(({ policyNo, error }) => (
          <Alert key={policyNo} component="li" severity="error" sx={{ overflowWrap: 'anywhere' }}>
            <MuiLink component={Link} to={`/policies/${policyNo}`}>
              {policyNo}
            </MuiLink>
            : {error}
          </Alert>
        ))}
      </PlainList>
      {job.failed > maxRows ? <Typography color="text.secondary">Only the first 100 rows are shown.</Typography> : null}
    </SectionState>
  )
}

/** A button that stops the job. Policies in progress are finished. */
function StopJobButton({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient()
  const stop = useAction(() => api.call(cancelBulkJob, { path: { jobId } }), {
    changes: ['getBulkJob'],
    onFailed: () => void invalidateOperations(queryClient, ['getBulkJob']),
  })
  return (
    <>
      <Button color="error" disabled={stop.isBusy} onClick={() => stop.run()} sx={{ alignSelf: 'flex-start' }}>
        Stop
      </Button>
      {stop.problem ? <Alert severity="error">{stop.problem.text}</Alert> : null}
    </>
  )
}

/** A button that undoes the job by starting a new job. */
function UndoJobButton({ jobId, onBegin }: { jobId: string; onBegin: (undoing: string) => void }) {
  const undo = useAction(() => api.call(undoBulkJob, { path: { jobId } }), {
    changes: [],
    onDone: ({ payload }) => onBegin(payload.id),
  })
  return (
    <>
      <Button disabled={undo.isBusy} onClick={() => undo.run()} sx={{ alignSelf: 'flex-start' }}>
        Undo
      </Button>
      {undo.problem ? <Alert severity="error">{undo.problem.text}</Alert> : null}
    </>
  )
}

/** A job's progress. If another job undoes it, shows that job's progress, too. */
export function JobProgress({ jobId }: { jobId: string }) {
  const [undoing, setUndoing] = useState<string>()
  return (
    <Stack spacing={3}>
      <Progress jobId={jobId} onUndo={undoing ? undefined : setUndoing} />
      {undoing ? <Progress jobId={undoing} /> : null}
    </Stack>
  )
}

/** A job's progress and its rejected policies, updated while the job runs. */
function Progress({ jobId, onUndo }: { jobId: string; onUndo?: ((undoing: string) => void) | undefined }) {
  const { data: job, isPending, error, refetch } = useJob(jobId)
  const tried = job ? job.succeeded + job.failed : 0
  return (
    <SectionState query={{ isPending, error: job ? null : error, refetch }}>
      {job ? (
        <Stack spacing={1.5}>
          <LinearProgress
            aria-label="Policies processed"
            variant={job.status === 'queued' ? 'indeterminate' : 'determinate'}
            value={(100 * tried) / job.total}
          />
          <Typography role="status">{formatProgress(job)}</Typography>
          {isInProgress(job) ? (
            <>
              <Typography color="text.secondary">This continues in the background. Track it under Jobs.</Typography>
              <StopJobButton jobId={job.id} />
            </>
          ) : null}
          {job.status === 'cancelled' ? (
            <Alert severity="info">It was stopped: {job.total - tried} were not processed.</Alert>
          ) : null}
          {job.error ? <Alert severity="error">{job.error}</Alert> : null}
          {job.canUndo && onUndo ? <UndoJobButton jobId={job.id} onBegin={onUndo} /> : null}
          {job.failed > 0 ? <RejectionList job={job} /> : null}
        </Stack>
      ) : null}
    </SectionState>
  )
}
