import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getCancellationOptions } from '@tideline/sdk/query'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { CancellationDetails } from '../cancellation/CancellationDetails.tsx'
import { ContinueCancellationButton } from '../cancellation/ContinueCancellationButton.tsx'
import { ReinstatementOfferActions } from '../lifecycle/StatusActions.tsx'
import { CancelledBalance } from './CancelledBalance.tsx'
import { getReinstatementOfferAlert } from './reinstatement-offer-alert.ts'

/**
 * Checks whether the policy page shows the cancellation notice at the top. The notice contains the effective date,
 * reason, and refund.
 */
export const hasCancellationNotice = ({ isCancelled, isPendingCancel }: PolicyConfirmation) =>
  isCancelled || isPendingCancel

/** Notice that replaces the task list of a policy that is cancelled or pending cancellation. */
export function CancellationNotice({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, isCancelled, viewer } = policy
  const cancellation = useQuery({
    ...getCancellationOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const status = cancellation.data?.payload
  const offer = getReinstatementOfferAlert(policy)
  return (
    <Card className="tasks stack-tight" label="Cancellation">
      <h2>
        {isCancelled ? 'Cancelled' : 'Pending cancellation'}
        {status?.effectiveDate && ` as of ${formatDate(status.effectiveDate)}`}
      </h2>
      {offer && (
        <>
          <Alert tone="warning">{offer}</Alert>
          <div className="row">
            <ReinstatementOfferActions policy={policy} />
          </div>
        </>
      )}
      {isCancelled && <CancelledBalance policy={policy} />}
      <QueryState
        query={cancellation}
        lines={isCancelled ? 5 : 9}
        label="Loading the cancellation"
        problem="The cancellation could not be loaded"
      />
      {status && <CancellationDetails summary={status} viewer={viewer.kind} hasDateInHeading />}
      {status && <ContinueCancellationButton {...{ policy, status }} />}
    </Card>
  )
}
