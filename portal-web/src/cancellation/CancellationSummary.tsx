import type { CancellationStatus, PolicyConfirmation } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { refundFacts } from './refund-facts.ts'
import { describeSigners } from './signers.ts'

interface StandingProps {
  status: CancellationStatus
  viewer: PolicyConfirmation['viewer']['kind']
}

/** The terms of a pending cancellation: reason, date, refund and signers. */
export const CancellationSummary = ({ status, viewer }: StandingProps) => (
  <section aria-label="Refund">
    <Facts
      facts={[
        { label: 'Reason', value: status.reasonName },
        { label: 'Coverage ends', value: status.effectiveDate && day(status.effectiveDate) },
        { label: 'Signatures', value: describeSigners(status, viewer) },
        ...refundFacts({ refundAmount: status.refundAmount ?? 0, refundTo: status.refundTo }),
      ]}
    />
  </section>
)
