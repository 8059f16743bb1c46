import type { CancellationStatus } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'

/** What was asked for: why, from when, and what goes back. */
export const Standing = ({ status }: { status: CancellationStatus }) => (
  <section aria-label="Refund">
    <Facts
      facts={[
        { label: 'Reason', value: status.reasonName },
        { label: 'Coverage ends', value: status.effectiveDate && day(status.effectiveDate) },
        { label: 'Return premium', value: money(status.refundAmount ?? 0), isNumber: true, isTotal: true },
      ]}
    />
  </section>
)
