import type { PolicyConfirmation } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { statusFor } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { StatusActions } from '../lifecycle/StatusActions.tsx'
import { hasCancellationNotice } from './StateBox.tsx'
import { TasksDone } from './TaskBox.tsx'

/** The policy's status and the actions for it (POL-3). */
export const CurrentStatus = ({ policy }: { policy: PolicyConfirmation }) => (
  <Card title="Current Status" fold="always" className="policy-status">
    <Facts
      facts={[
        { label: 'Status', value: statusFor(policy.status, policy.viewer.kind) },
        { label: 'From', value: day(policy.inceptionDate) },
        { label: 'Until', value: day(policy.expirationDate) },
      ]}
    />
    {!hasCancellationNotice(policy) && <TasksDone policy={policy} />}
    <div className="row policy-status-actions">
      <StatusActions policy={policy} />
    </div>
  </Card>
)

export const card: PolicyCard = { column: 'side', place: 20, ofPolicy: CurrentStatus }
