import type { Actor } from '../http/context.ts'
import type { createAreaApp } from './area-app.ts'

/** Effective date and type of an endorsement that only staff can create. */
interface InternalKind {
  kind: 'ebo' | 'ebm'
  day: string
}

/**
 * Creates an endorsement quote, changes its limits (dollars by coverage) and binds it. Returns the responses. The app
 * needs the handlers of `endorsements`.
 */
export const createEndorsementBinder =
  (call: ReturnType<typeof createAreaApp>) =>
  async (as: Actor, policyNo: string, limits: Record<string, number>, internal?: InternalKind) => {
    const created = internal
      ? await call(
          as,
          `GET /api/v1/policies/endorsement/${internal.kind}?policyNo=${policyNo}&effectiveDate=${internal.day}`,
        )
      : await call(as, 'POST /api/v1/policies/createEndorsementUrl', { body: policyNo })
    const { endorsementQuoteNumber: QuoteNumber } = created.body.result ?? created.body.payload
    const { body: quote } = await call(as, `GET /api/v4/agent/quotes/${QuoteNumber}`)
    const wanted = structuredClone(quote)
    for (const coverage of wanted.application.coverages) coverage.limit = limits[coverage.code] ?? coverage.limit
    const saved = await call(as, 'PUT /api/v4/agent/quotes', { body: wanted })
    const bound = await call(as, 'PUT /api/v2/endorsement/bind', {
      body: { QuoteNumber, ...(internal && { Comments: 'Corrects the application.' }) },
    })
    return { quote, saved, bound }
  }
