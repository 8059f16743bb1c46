import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getCancellationOptions } from '@tideline/sdk/query'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getPolicyStatusLabel } from '@tideline/web-kit/labels/labels.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { StatusActions } from '../lifecycle/StatusActions.tsx'
import { hasCancellationNotice } from './CancellationNotice.tsx'
import { TasksCompleteNotice } from './TaskBox.tsx'

/**
 * The end of the coverage: the effective date of the cancellation, or the end of the term. A dash while the cancellation
 * loads; if that fails, the notice at the top of the page shows the error.
 */
function CoverageEnd({ policy: { policyNo, isCancelled, expirationDate } }: { policy: PolicyConfirmation }) {
  const cancellation = useQuery({
    ...getCancellationOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
    enabled: isCancelled,
  })
  const end = isCancelled ? cancellation.data?.payload.effectiveDate : expirationDate
  return end ? formatDate(end) : '–'
}

/** Card with the policy's status and available actions (POL-3). */
export const CurrentStatusCard = ({ policy }: { policy: PolicyConfirmation }) => (
  <Card title="Current Status" fold="always" className="policy-status">
    <DetailList
      facts={[
        { label: 'Status', value: getPolicyStatusLabel(policy.status, policy.viewer.kind) },
        { label: 'From', value: formatDate(policy.inceptionDate) },
        { label: 'Until', value: <CoverageEnd policy={policy} /> },
        {
          label: 'Lapse in coverage',
          value: policy.lapses.map(({ from, to }) => `${formatDate(from)} to ${formatDate(to)}`).join(', '),
        },
      ]}
    />
    {!hasCancellationNotice(policy) && <TasksCompleteNotice policy={policy} />}
    <div className="row policy-status-actions">
      <StatusActions policy={policy} />
    </div>
  </Card>
)

export const card: PolicyCard = { column: 'side', order: 20, PolicyComponent: CurrentStatusCard }
