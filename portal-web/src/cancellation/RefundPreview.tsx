import { useQuery } from '@tanstack/react-query'
import { previewCancellationOptions } from '@tideline/sdk/query'
import type { ReasonCode } from '@tideline/sdk/types'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { PricePeriods } from '../summary/PricePeriods.tsx'
import { CancellationPreviewDetails } from './CancellationDetails.tsx'

interface RefundProps {
  policyNo: string
  reasonCode: ReasonCode
  /** `YYYY-MM-DD`, if the reason requires a date. */
  date: string | undefined
  /**
   * Whether the request is being submitted. The preview then no longer updates; the server rejects previews of a
   * pending cancellation.
   */
  isSubmitting: boolean
}

/** The refund preview, shown before the cancellation is requested. */
export function RefundPreview({ policyNo, reasonCode, date, isSubmitting }: RefundProps) {
  const preview = useQuery({
    ...previewCancellationOptions({
      client: api.client,
      path: { policyNo },
      query: { reasonCode, ...(date && { effectiveDate: date }) },
    }),
    enabled: !isSubmitting,
    meta: { errors: 'inline' },
  })
  const refund = preview.data?.payload
  return (
    <section aria-label="Refund">
      <QueryState
        query={preview}
        lines={3}
        label="Calculating the refund"
        problem="The refund could not be calculated"
      />
      {refund && <CancellationPreviewDetails preview={refund} />}
      {refund && (
        <PricePeriods
          periods={refund.periods}
          minimumEarned={refund.minimumEarned}
          minimumLabel={refund.basis === 'minimumEarned' ? 'Minimum earned premium' : 'Earned premium'}
          isReturn
        />
      )}
    </section>
  )
}
