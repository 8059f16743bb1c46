import type { PolicyConfirmation } from '@tideline/sdk'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { PricePeriods } from '../summary/PricePeriods.tsx'
import { CancellationPreviewDetails, RefundLines } from './CancellationDetails.tsx'
import { type CancellationPlan, describeCancellationPlan } from './describe-plan.ts'
import { type PreviewInput, useCancellationPreview } from './useCancellationPreview.ts'

interface RefundPreviewProps {
  input: PreviewInput
  viewer: PolicyConfirmation['viewer']['kind']
  /** Whether the parties are notified by email. Staff can turn notifications off. */
  notifies: CancellationPlan['notifies']
}

/**
 * The preview of a cancellation, shown before it is requested: when coverage ends, the refund or balance, and what
 * happens next (UI-14). How the refund is calculated can be expanded.
 */
export function RefundPreview({ input, viewer, notifies }: RefundPreviewProps) {
  const { query, preview } = useCancellationPreview(input)
  return (
    <section aria-label="Refund" className="cancellation-details stack-tight">
      <QueryState
        query={query}
        height={176}
        label="Calculating the refund"
        problem="The refund could not be calculated"
      />
      {preview && (
        <>
          <CancellationPreviewDetails preview={preview} />
          <details className="cancellation-calculation">
            <summary>How the refund is calculated</summary>
            <RefundLines lines={preview.lines} />
            <PricePeriods
              periods={preview.periods}
              minimumEarned={preview.minimumEarned}
              minimumLabel={preview.basis === 'minimumEarned' ? 'Minimum earned premium' : 'Earned premium'}
              isReturn
            />
          </details>
          <h3>What happens next</h3>
          <ol className="cancellation-plan">
            {describeCancellationPlan({ ...preview, notifies }, viewer).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
