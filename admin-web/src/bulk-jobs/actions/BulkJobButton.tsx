import type { AdminPolicy, BulkAction } from '@tideline/sdk'
import { startBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { type ActionDescription, ConfirmActionDialog } from '../../kit/dialogs/ConfirmActionDialog.tsx'
import { BulkRejections } from '../../kit/tables/BulkRejections.tsx'
import { SelectionButton, type SelectionProps } from '../../kit/tables/SelectionButton.tsx'
import { getBulkDisabledReason, useBulkDryRun } from '../../kit/tables/useBulkDryRun.ts'
import { useAction } from '../../kit/useAction.ts'
import { JobProgress } from '../JobProgress.tsx'
import { policyDryRuns } from './dry-runs.ts'

interface BulkJobAction extends Omit<ActionDescription, 'title'> {
  action: BulkAction
  title: (policies: number) => string
}

interface DialogProps extends BulkJobAction {
  rows: readonly AdminPolicy[]
  /** Called with whether the job was started. */
  onClose: (isStarted: boolean) => void
}

function StartJobDialog({ rows, onClose, action, title, ...question }: DialogProps) {
  const all = rows.map(({ policyNo }) => policyNo)
  const rejections = useBulkDryRun(all, policyDryRuns[action])
  const policyNos = all.filter((policyNo) => !rejections?.some(({ row }) => row === policyNo))
  const start = useAction(
    (note: string) => api.call(startBulkJob, { body: { action, policyNos, ...(note ? { note } : {}) } }),
    { changes: [] },
  )
  return (
    <ConfirmActionDialog
      {...question}
      title={title(policyNos.length)}
      disabledReason={getBulkDisabledReason(rejections, policyNos.length)}
      effect={
        <BulkRejections
          total={all.length}
          noun={['policy', 'policies']}
          rejections={rejections}
          nameOf={(policyNo) => policyNo}
        />
      }
      isBusy={start.isBusy}
      problem={start.problem}
      started={start.result && { content: <JobProgress jobId={start.result.payload.id} />, leave: 'Close' }}
      onSubmit={start.run}
      // A request that is not answered yet may start the job.
      onClose={() => onClose(start.isBusy || start.result !== undefined)}
    />
  )
}

/** A button that starts a job for the selected policies and shows the job's progress. */
export const BulkJobButton = ({
  label,
  disabledReason,
  canSelect: may,
  ...buttonProps
}: SelectionProps<AdminPolicy> & BulkJobAction) => (
  <SelectionButton<AdminPolicy> label={label} {...(disabledReason !== undefined && { disabledReason })} canSelect={may}>
    {(rows, close) => <StartJobDialog {...buttonProps} rows={rows} onClose={close} />}
  </SelectionButton>
)
