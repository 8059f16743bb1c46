import { Alert, Button, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@tideline/sdk'
import { cancelBulkJob, listBulkJobItems, undoBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { SectionState } from '../kit/records/Section.tsx'
import { formatProgress, isInProgress } from './labels.ts'
import { useJob } from './useJob.ts'

const maxRows = 100

/** The first 100 policies for which the action was rejected, with the reasons. */
function RejectionList({ job }: { job: BulkJob }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['refusals of a bulk job', job.id, job.failed],
    queryFn: async () =>
      (await api.call(listBulkJobItems, { path: { jobId: job.id }, query: { status: 'failed', take: maxRows } }))
        .payload.items,
    placeholderData: (before) => before,
  })
  return (
    <SectionState isPending={isPending} error={error} retry={refetch}>
      <Stack component="ul" spacing={1} aria-label="Rejected" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {data?.map(({ policyNo, error }) => (
          <Alert key={policyNo} component="li" severity="error" sx={{ overflowWrap: 'anywhere' }}>
            <MuiLink component={Link} to={`/policies/${policyNo}`}>
              {policyNo}
            </MuiLink>
            : {error}
          </Alert>
        ))}
      </Stack>
      {job.failed > maxRows ? <Typography color="text.secondary">Only the first 100 rows are shown.</Typography> : null}
    </SectionState>
  )
}

/** A button that stops the job. Policies that are already being processed are finished. */
function StopJobButton({ jobId }: { jobId: string }) {
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: () => api.call(cancelBulkJob, { path: { jobId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bulk job', jobId] }),
  })
  return (
    <>
      <Button color="error" disabled={stop.isPending} onClick={() => stop.mutate()} sx={{ alignSelf: 'flex-start' }}>
        Stop
      </Button>
      {stop.error ? <Alert severity="error">{stop.error.message}</Alert> : null}
    </>
  )
}

/** A button that undoes the job by starting a new job. */
function UndoJobButton({ jobId, onBegin }: { jobId: string; onBegin: (undoing: string) => void }) {
  const undo = useMutation({
    mutationFn: async () => (await api.call(undoBulkJob, { path: { jobId } })).payload,
    onSuccess: ({ id }) => onBegin(id),
  })
  return (
    <>
      <Button disabled={undo.isPending} onClick={() => undo.mutate()} sx={{ alignSelf: 'flex-start' }}>
        Undo
      </Button>
      {undo.error ? <Alert severity="error">{undo.error.message}</Alert> : null}
    </>
  )
}

/** The progress of a job and, if the job is being undone, of the job that undoes it. */
export function JobProgress({ jobId }: { jobId: string }) {
  const [undoing, setUndoing] = useState<string>()
  return (
    <Stack spacing={3}>
      <Progress jobId={jobId} onUndo={undoing ? undefined : setUndoing} />
      {undoing ? <Progress jobId={undoing} /> : null}
    </Stack>
  )
}

/** The progress and the rejected policies of a job, updated while the job runs. */
function Progress({ jobId, onUndo }: { jobId: string; onUndo?: ((undoing: string) => void) | undefined }) {
  const { data: job, isPending, error, refetch } = useJob(jobId)
  const tried = job ? job.succeeded + job.failed : 0
  return (
    <SectionState isPending={isPending} error={job ? null : error} retry={refetch}>
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
