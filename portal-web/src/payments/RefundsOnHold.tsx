import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { listReviewsOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { paymentText } from './text.ts'

/**
 * Lists the refunds on hold for a cancelled policy (REF-1, CAN-18). Policyholders see the explanation that they also
 * received by email; staff see a link to the review.
 */
export function RefundsOnHold({ policyNo, viewer }: Pick<PolicyConfirmation, 'policyNo' | 'viewer'>) {
  const reviews = useQuery({
    ...listReviewsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const open = reviews.data?.payload.filter(({ state }) => state === 'open') ?? []
  if (open.length === 0) return null
  return (
    <div className="stack refunds-on-hold">
      {open.map(({ reviewId, amount, title, detail, availableDecisions }) => (
        <Alert key={reviewId} tone="info">
          {viewer.kind === 'insured' && detail ? detail : paymentText.held(formatMoney(amount ?? 0), title)}{' '}
          {viewer.kind === 'internal' && (
            <a href={`/admin/reviews/${reviewId}/show`}>
              {availableDecisions.length > 0 ? 'Review refund' : 'View review'}
            </a>
          )}
        </Alert>
      ))}
    </div>
  )
}
