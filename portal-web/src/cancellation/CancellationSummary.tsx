import type { CancellationStatus, PolicyConfirmation } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { describeSigners } from './describe-signers.ts'
import { getRefundFacts } from './refund-facts.ts'

interface CancellationSummaryProps {
  status: CancellationStatus
  viewer: PolicyConfirmation['viewer']['kind']
}

/** The terms of a pending cancellation: reason, date, refund and signers. */
export const CancellationSummary = ({ status, viewer }: CancellationSummaryProps) => (
  <section aria-label="Refund">
    <DetailList
      facts={[
        { label: 'Reason', value: status.reasonName },
        { label: 'Coverage ends', value: status.effectiveDate && formatDate(status.effectiveDate) },
        { label: 'Signatures', value: describeSigners(status, viewer) },
        ...getRefundFacts({ refundAmount: status.refundAmount ?? 0, refundTo: status.refundTo }),
      ]}
    />
  </section>
)
