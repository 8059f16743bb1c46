import { useQuery } from '@tanstack/react-query'
import { previewCancellationOptions } from '@tideline/sdk/query'
import type { ReasonCode } from '@tideline/sdk/types'
import { api } from '@tideline/web-kit/session/api.ts'

export interface PreviewInput {
  policyNo: string
  /** Undefined until a reason and a valid date were chosen. Nothing is then requested. */
  reasonCode: ReasonCode | undefined
  /** `YYYY-MM-DD`, if the reason requires a date. */
  date: string | undefined
  /**
   * Whether the request is being submitted. The preview then no longer updates; the server rejects previews of a
   * pending cancellation.
   */
  isSubmitting: boolean
}

/**
 * Loads the preview of a cancellation. Components with the same input share one request. `preview` is undefined while
 * `reasonCode` is.
 */
export function useCancellationPreview({ policyNo, reasonCode, date, isSubmitting }: PreviewInput) {
  const query = useQuery({
    ...previewCancellationOptions({
      client: api.client,
      path: { policyNo },
      // Not sent without a reason.
      query: { reasonCode: reasonCode ?? '13', ...(date && { effectiveDate: date }) },
    }),
    enabled: reasonCode !== undefined && !isSubmitting,
    meta: { errors: 'inline' },
  })
  return { query, preview: reasonCode === undefined ? undefined : query.data?.payload }
}
