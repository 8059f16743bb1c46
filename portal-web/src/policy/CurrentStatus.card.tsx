import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getPolicyStatusLabel } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { StatusActions } from '../lifecycle/StatusActions.tsx'
import { hasCancellationNotice } from './CancellationNotice.tsx'
import { TasksCompleteNotice } from './TaskBox.tsx'

/** Card with the policy's status and available actions (POL-3). */
export const CurrentStatusCard = ({ policy }: { policy: PolicyConfirmation }) => (
  <Card title="Current Status" fold="always" className="policy-status">
    <DetailList
      facts={[
        { label: 'Status', value: getPolicyStatusLabel(policy.status, policy.viewer.kind) },
        { label: 'From', value: formatDate(policy.inceptionDate) },
        { label: 'Until', value: formatDate(policy.expirationDate) },
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
