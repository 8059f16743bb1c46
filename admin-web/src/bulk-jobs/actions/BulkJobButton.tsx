import { Alert, LinearProgress, Stack, Typography } from '@mui/material'
import type { AdminPolicy, BulkAction } from '@tideline/sdk'
import { startBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { type ActionDescription, ConfirmActionDialog } from '../../kit/dialogs/ConfirmActionDialog.tsx'
import { SelectionButton, type SelectionProps } from '../../kit/tables/SelectionButton.tsx'
import { useAction } from '../../kit/useAction.ts'
import { JobProgress } from '../JobProgress.tsx'
import { type PolicyRejection, useDryRunRejections } from './useDryRunRejections.ts'

interface BulkJobAction extends Omit<ActionDescription, 'title'> {
  action: BulkAction
  title: (policies: number) => string
}

interface DialogProps extends BulkJobAction {
  rows: readonly AdminPolicy[]
  onClose: () => void
}

/** Policies that the action would reject, each with the reason. Shown before the user confirms. */
function RejectionPreview({
  total,
  rejections,
}: {
  total: number
  rejections: readonly PolicyRejection[] | undefined
}) {
  if (!rejections)
    return (
      <Stack role="status" spacing={1} sx={{ marginTop: 1 }}>
        <Typography>Checking {total === 1 ? 'the policy' : `${total} policies`}…</Typography>
        <LinearProgress aria-label="Checking" />
      </Stack>
    )
  if (rejections.length === 0) return null
  const byReason = Map.groupBy(rejections, ({ reason }) => reason)
  return (
    <Alert severity="warning" sx={{ marginTop: 1 }}>
      <Typography>
        {rejections.length} of {total} will be skipped:
      </Typography>
      {[...byReason].map(([reason, policies]) => (
        <Typography key={reason} variant="body2" sx={{ marginTop: 0.5 }}>
          {reason.replace(/\.$/, '')}: {policies.map(({ policyNo }) => policyNo).join(', ')}
        </Typography>
      ))}
    </Alert>
  )
}

function StartJobDialog({ rows, onClose, action, title, ...question }: DialogProps) {
  const all = rows.map(({ policyNo }) => policyNo)
  const rejections = useDryRunRejections(action, all)
  const policyNos = all.filter((policyNo) => !rejections?.some((rejection) => rejection.policyNo === policyNo))
  const start = useAction(
    (note: string) => api.call(startBulkJob, { body: { action, policyNos, ...(note ? { note } : {}) } }),
    { changes: [] },
  )
  return (
    <ConfirmActionDialog
      {...question}
      title={title(policyNos.length)}
      isReady={rejections !== undefined && policyNos.length > 0}
      effect={<RejectionPreview total={all.length} rejections={rejections} />}
      isBusy={start.isBusy}
      problem={start.problem}
      started={start.result && { content: <JobProgress jobId={start.result.payload.id} />, leave: 'Close' }}
      onSubmit={start.run}
      onClose={onClose}
    />
  )
}

/** A button that starts a job for the selected policies and shows the job's progress. */
export const BulkJobButton = ({
  label,
  emptyLabel: none,
  canSelect: may,
  ...buttonProps
}: SelectionProps<AdminPolicy> & BulkJobAction) => (
  <SelectionButton<AdminPolicy> label={label} emptyLabel={none} canSelect={may}>
    {(rows, close) => <StartJobDialog {...buttonProps} rows={rows} onClose={close} />}
  </SelectionButton>
)
