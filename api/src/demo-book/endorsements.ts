import { randomUUID } from 'node:crypto'
import { addDays } from '../calendar/days.ts'
import { bindQuote } from '../endorsements/bind-quote.ts'
import { createQuote, type QuoteKind } from '../endorsements/create-quote.ts'
import { readQuote } from '../endorsements/quote.ts'
import { previewReversal, reverseEndorsement } from '../endorsements/reverse-endorsement.ts'
import { saveQuote } from '../endorsements/save-quote.ts'
import type { TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { DemoActors } from './actors.ts'
import { postManualAdjustment } from './manual-adjustment.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import type { DemoPolicy } from './write-policy.ts'

/** Kinds of changes during a term. `grouped` is two endorsements bound together. */
export const endorsementKinds = ['EB', 'EBM', 'EBR', 'EBO', 'grouped', 'MA', 'lower'] as const
export type EndorsementKind = (typeof endorsementKinds)[number]

interface BuildingChange {
  kind: QuoteKind
  effectiveDate?: string
  /** New building limit minus the current one, in dollars. */
  dollars: number
  groupId?: string
}

/**
 * Changes the coverage A limit as the endorsement editor does: creates a quote, saves the change and binds the quote.
 */
async function changeBuildingLimit(
  ctx: TransactionContext,
  policyNo: string,
  { kind, effectiveDate, dollars, groupId }: BuildingChange,
) {
  const quote = await readQuote(ctx, await createQuote(ctx, { policyNo, kind, effectiveDate }))
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

/** Reverses an endorsement at the price that the preview shows. */
async function simulateReversal(ctx: TransactionContext, policyNo: string, endorsementId: string) {
  const { pricing } = await previewReversal(ctx, { policyNo, endorsementId })
  const reason = 'The insured requested another policy.'
  await reverseEndorsement(ctx, { policyNo, endorsementId, change: pricing.change, reason })
}

/**
 * Creates an endorsement quote that stays open. Call it first, so that the quote has the first quote number of the
 * book.
 */
export const startEndorsement = (past: Simulation, { internal }: DemoActors, policyNo: string): Promise<string> =>
  past.play(getSimulatedTime(past.today), internal, (ctx) => createQuote(ctx, { policyNo, kind: 'endorsement' }))

/**
 * Changes the building limit of an active policy on `day`. The kind `lower` lowers the limit by a tenth, and all other
 * kinds raise it by a tenth.
 */
export async function simulateEndorsement(
  past: Simulation,
  actors: DemoActors,
  policy: DemoPolicy,
  kind: EndorsementKind,
  day: string,
) {
  const { policyNo } = policy
  const dollars = toDollars(policy.buildingCents / 10)
  const agent = actors.agents.get(policy.agency.agencyNo) ?? actors.internal
  const raise = (when: string, by = dollars, groupId?: string) =>
    past.play(getSimulatedTime(when), agent, (ctx) =>
      changeBuildingLimit(ctx, policyNo, { kind: 'endorsement', dollars: by, ...(groupId && { groupId }) }),
    )
  const byStaff = (kind: QuoteKind, effectiveDate: string) =>
    past.play(getSimulatedTime(day), actors.internal, (ctx) =>
      changeBuildingLimit(ctx, policyNo, { kind, effectiveDate, dollars }),
    )
  switch (kind) {
    case 'EB':
      return raise(day)
    case 'lower':
      return raise(day, -dollars)
    case 'EBM':
      return byStaff('ebm', day)
    case 'EBO':
      await raise(addDays(day, -7))
      return byStaff('ebo', addDays(day, -21))
    case 'grouped': {
      const groupId = randomUUID()
      await raise(day, dollars, groupId)
      return raise(day, dollars, groupId)
    }
    case 'EBR': {
      const raised = await raise(addDays(day, -7))
      return past.play(getSimulatedTime(day), actors.internal, (ctx) => simulateReversal(ctx, policyNo, raised))
    }
    case 'MA':
      return past.play(getSimulatedTime(day), actors.internal, (ctx) => postManualAdjustment(ctx, policyNo, -500))
  }
}
