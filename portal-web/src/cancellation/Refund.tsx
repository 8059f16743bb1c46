import { useQuery } from '@tanstack/react-query'
import { previewCancellationOptions } from '@tideline/sdk/query'
import type { ReasonCode } from '@tideline/sdk/types'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { PricePeriods } from '../summary/PricePeriods.tsx'

interface RefundProps {
  policyNo: string
  reasonCode: ReasonCode
  /** `YYYY-MM-DD`, where the reason asks for one. */
  date: string | undefined
}

/** What would be given back, before anything is asked for. */
export function Refund({ policyNo, reasonCode, date }: RefundProps) {
  const preview = useQuery({
    ...previewCancellationOptions({
      client: api.client,
      path: { policyNo },
      query: { reasonCode, ...(date && { effectiveDate: date }) },
    }),
    meta: { errors: 'face' },
  })
  const refund = preview.data?.payload
  return (
    <section aria-label="Refund">
      <QueryFace
        query={preview}
        lines={3}
        label="Working out the refund"
        problem="The refund could not be worked out"
      />
      {refund && (
        <Facts
          facts={[
            { label: 'Coverage ends', value: day(refund.effectiveDate) },
            ...refund.lines.map(({ description, refunded }) => ({
              label: description,
              value: money(refunded),
              isNumber: true,
            })),
            { label: 'Return premium', value: money(refund.refundAmount), isNumber: true, isTotal: true },
          ]}
        />
      )}
      {refund && (
        <PricePeriods
          periods={refund.periods}
          minimumEarned={refund.minimumEarned}
          minimumLabel={refund.basis === 'minimumEarned' ? 'Kept as minimum earned premium' : 'Kept of these days'}
          isReturn
        />
      )}
      {refund?.isBlockedByClaim && (
        <p className="muted">A claim was paid in this term: staff decide about the refund.</p>
      )}
    </section>
  )
}
