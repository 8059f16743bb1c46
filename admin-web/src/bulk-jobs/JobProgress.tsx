import { Button, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@tideline/sdk'
import { cancelBulkJob, listBulkJobItems, startBulkJob, undoBulkJob } from '@tideline/sdk/operations'
import { listBulkJobItemsOptions } from '@tideline/sdk/query'
import { formatDateTime, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { invalidateOperations } from '@tideline/web-kit/screen/action-options.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Fragment, useState } from 'react'
import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { DryRunPreview } from '../kit/dialogs/DryRunPreview.tsx'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { PlainList } from '../kit/records/PlainList.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { useAction } from '../kit/useAction.ts'
import { dryRunHeaders, useDryRun } from '../kit/useDryRun.ts'
import { canRetry, formatProgress, isInProgress } from './labels.ts'
import { useJob } from './useJob.ts'

const maxRows = 100

/** The first 100 policies for which the action was rejected, by reason. */
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
        {[...Map.groupBy(query.data?.items ?? [], ({ error }) => error)].map(([error, items]) => (
          <Alert key={error} component="li" role="listitem" severity="error" sx={{ overflowWrap: 'anywhere' }}>
            {error}{' '}
            {items.map(({ policyNo }, at) => (
              <Fragment key={policyNo}>
                {at > 0 ? ', ' : ''}
                <MuiLink component={Link} to={`/policies/${policyNo}`}>
                  {policyNo}
                </MuiLink>
              </Fragment>
            ))}
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

/** Maximum number of policies in a job, and so of policies to load. */
const maxPolicies = 1000

const loadPolicyNos = async (jobId: string, status: 'failed' | 'cancelled') => {
  const { payload } = await api.call(listBulkJobItems, { path: { jobId }, query: { status, take: maxPolicies } })
  return payload.items.map(({ policyNo }) => policyNo)
}

/** A button that starts a new job for the policies that failed or were not processed. */
function RetryJobButton({ job, onBegin }: { job: BulkJob; onBegin: (jobId: string) => void }) {
  const retry = useAction(
    async () => {
      const policyNos = [...(await loadPolicyNos(job.id, 'failed')), ...(await loadPolicyNos(job.id, 'cancelled'))]
      return api.call(startBulkJob, {
        body: { action: job.action, policyNos, ...(job.note !== null && { note: job.note }) },
      })
    },
    { changes: ['listBulkJobs'], onDone: ({ payload }) => onBegin(payload.id) },
  )
  const left = job.total - job.succeeded
  return (
    <>
      <Button disabled={retry.isBusy} onClick={() => retry.run()} sx={{ alignSelf: 'flex-start' }}>
        Retry {formatNumber(left)} {left === 1 ? 'policy' : 'policies'}
      </Button>
      {retry.problem ? <Alert severity="error">{retry.problem.text}</Alert> : null}
    </>
  )
}

/** Maximum number of policies that the undo dialog names. */
const maxNamedPolicies = 20

/** The first policies that the job processed, by number. */
function ProcessedPolicies({ job }: { job: BulkJob }) {
  const query = useQuery({
    ...listBulkJobItemsOptions({
      client: api.client,
      path: { jobId: job.id },
      query: { status: 'done', take: maxNamedPolicies },
    }),
    select: getPayload,
  })
  if (query.isError) return 'The policy numbers could not be loaded.'
  if (!query.data) return 'Loading the policy numbers.'
  const more = job.succeeded - query.data.items.length
  const named = query.data.items.map(({ policyNo }) => policyNo).join(', ')
  return more > 0 ? `${named} and ${formatNumber(more)} more` : named
}

interface UndoJobProps {
  job: BulkJob
  onBegin: (undoing: string) => void
}

/** A dialog that undoes the job, after a dry run that returns how many policies it would process (UI-23). */
function UndoJobDialog({ job, onBegin, onClose }: UndoJobProps & { onClose: () => void }) {
  const path = { jobId: job.id }
  const undo = useAction(() => api.call(undoBulkJob, { path }), {
    changes: [],
    onDone: ({ payload }) => onBegin(payload.id),
  })
  const dryRun = useDryRun(() => api.call(undoBulkJob, { path, headers: dryRunHeaders }), job.id)
  return (
    <FormDialog
      title="Rescind the non-renewals of this job?"
      submitLabel="Rescind non-renewals"
      danger
      disabledReason={dryRun.disabledReason}
      isBusy={undo.isBusy}
      problem={undo.problem}
      onSubmit={() => undo.run()}
      onClose={onClose}
    >
      <Typography>
        These policies will renew again, and their insureds and lienholders are notified. Policies that have changed
        since are skipped and listed with the reason. This cannot be undone.
      </Typography>
      <DryRunPreview dryRun={dryRun}>
        {({ payload }) => (
          <DescriptionList
            facts={{
              'Job started': `${formatDateTime(job.createdAt)} by ${job.requestedBy}`,
              ...(job.note && { Note: job.note }),
              'Non-renewed by this job': formatNumber(job.succeeded),
              Policies: <ProcessedPolicies job={job} />,
              'To rescind now': formatNumber(payload.total),
              'Already rescinded': formatNumber(job.succeeded - payload.total),
            }}
          />
        )}
      </DryRunPreview>
    </FormDialog>
  )
}

/** A button that undoes the job by starting a new job. */
function UndoJobButton(props: UndoJobProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} sx={{ alignSelf: 'flex-start' }}>
        Undo
      </Button>
      {isOpen ? <UndoJobDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** A job's progress. If another job undoes or retries it, shows that job's progress, too. */
export function JobProgress({ jobId }: { jobId: string }) {
  const [nextJobId, setNextJobId] = useState<string>()
  return (
    <Stack spacing={3}>
      <Progress jobId={jobId} onBegin={nextJobId ? undefined : setNextJobId} />
      {nextJobId ? <Progress jobId={nextJobId} /> : null}
    </Stack>
  )
}

/** A job's progress and its rejected policies, updated while the job runs. */
function Progress({ jobId, onBegin }: { jobId: string; onBegin?: ((nextJobId: string) => void) | undefined }) {
  const { data: job, isPending, error, refetch } = useJob(jobId)
  const { permissions: roles = [] } = usePermissions<string[]>()
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
              {job.isOwn ? <StopJobButton jobId={job.id} /> : null}
            </>
          ) : null}
          {job.status === 'cancelled' ? (
            <Alert severity="info">It was stopped: {job.total - tried} were not processed.</Alert>
          ) : null}
          {job.error ? (
            <Alert severity="error" role="status">
              {job.error}
            </Alert>
          ) : null}
          {canRetry(job) && onBegin && !roles.includes('readonly') ? (
            <RetryJobButton job={job} onBegin={onBegin} />
          ) : null}
          {job.canUndo && onBegin ? <UndoJobButton job={job} onBegin={onBegin} /> : null}
          {job.failed > 0 ? <RejectionList job={job} /> : null}
        </Stack>
      ) : null}
    </SectionState>
  )
}
