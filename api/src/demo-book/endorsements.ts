import { randomUUID } from 'node:crypto'
import { plusDays } from '../calendar/days.ts'
import { bindQuote } from '../endorsements/bind-quote.ts'
import { makeQuote, type QuoteKind } from '../endorsements/make-quote.ts'
import { readQuote } from '../endorsements/quote.ts'
import { previewReversal, reverseEndorsement } from '../endorsements/reverse.ts'
import { saveQuote } from '../endorsements/save-quote.ts'
import type { TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { adjustByHand } from './by-hand.ts'
import type { Cast } from './people.ts'
import { onDay, type Past } from './replay.ts'
import type { DemoPolicy } from './write-policy.ts'

/** Kinds of changes during a term. `grouped` is two endorsements bound together. */
export const endorsementKinds = ['EB', 'EBM', 'EBR', 'EBO', 'grouped', 'MA', 'lower'] as const
export type EndorsementKind = (typeof endorsementKinds)[number]

interface BuildingChange {
  kind: QuoteKind
  effectiveDate?: string
  /** The change of the building limit, in dollars. */
  dollars: number
  groupId?: string
}

/** Changes the coverage A limit like the endorsement editor does: creates a quote, saves the change and binds it. */
async function moveBuilding(
  ctx: TransactionContext,
  policyNo: string,
  { kind, effectiveDate, dollars, groupId }: BuildingChange,
) {
  const quote = await readQuote(ctx, await makeQuote(ctx, { policyNo, kind, effectiveDate }))
  const coverages = quote.application.coverages.map((coverage) =>
    coverage.code === 'A' ? { ...coverage, limit: coverage.limit + dollars } : coverage,
  )
  await saveQuote(ctx, { ...quote, application: { ...quote.application, coverages } })
  const { policyTransactionId } = await bindQuote(ctx, {
    quoteNumber: quote.quoteNumber,
    description: `Building coverage ${dollars > 0 ? 'raised' : 'lowered'}`,
    comments: kind === 'ebo' ? 'The application was corrected.' : undefined,
    ...(groupId && { groupId }),
  })
  return policyTransactionId
}

/** Reverses an endorsement at the price shown in the preview. */
async function takeBack(ctx: TransactionContext, policyNo: string, endorsementId: string) {
  const { pricing } = await previewReversal(ctx, { policyNo, endorsementId })
  const reason = 'The insured requested another policy.'
  await reverseEndorsement(ctx, { policyNo, endorsementId, change: pricing.change, reason })
}

/** Starts an endorsement. Its quote stays open and is the first one in the book. */
export const beginEndorsement = (past: Past, { internal }: Cast, policyNo: string): Promise<string> =>
  past.play(onDay(past.today), internal, (ctx) => makeQuote(ctx, { policyNo, kind: 'endorsement' }))

/** Changes the building limit of an active policy on `day`: a tenth higher, or lower for the kind `lower`. */
export async function endorse(past: Past, cast: Cast, policy: DemoPolicy, kind: EndorsementKind, day: string) {
  const { policyNo } = policy
  const dollars = toDollars(policy.buildingCents / 10)
  const agent = cast.agents.get(policy.agency.agencyNo) ?? cast.internal
  const raise = (when: string, by = dollars, groupId?: string) =>
    past.play(onDay(when), agent, (ctx) =>
      moveBuilding(ctx, policyNo, { kind: 'endorsement', dollars: by, ...(groupId && { groupId }) }),
    )
  const byStaff = (kind: QuoteKind, effectiveDate: string) =>
    past.play(onDay(day), cast.internal, (ctx) => moveBuilding(ctx, policyNo, { kind, effectiveDate, dollars }))
  switch (kind) {
    case 'EB':
      return raise(day)
    case 'lower':
      return raise(day, -dollars)
    case 'EBM':
      return byStaff('ebm', day)
    case 'EBO':
      await raise(plusDays(day, -7))
      return byStaff('ebo', plusDays(day, -21))
    case 'grouped': {
      const groupId = randomUUID()
      await raise(day, dollars, groupId)
      return raise(day, dollars, groupId)
    }
    case 'EBR': {
      const raised = await raise(plusDays(day, -7))
      return past.play(onDay(day), cast.internal, (ctx) => takeBack(ctx, policyNo, raised))
    }
    case 'MA':
      return past.play(onDay(day), cast.internal, (ctx) => adjustByHand(ctx, policyNo, -500))
  }
}
