import type { Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { propertyDay } from '../calendar/property-day.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { accountIdOf, type Ctx, nameOf, type TrxCtx } from '../http/context.ts'
import { refused } from '../http/refusal.ts'
import { writeNote } from '../notes/write-note.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { addTransaction } from '../policy/post-transaction.ts'
import { moveToAgency } from '../policy/store.ts'
import type { Policy } from '../policy/visibility.ts'
import { mailAgentOfRecord } from './mails.ts'

type Wish = Operations['endorsePolicy']['body']

/** An agency that business may be moved to. Throws 422 naming `field`. */
export async function requireAgency(trx: Transaction<DB>, agencyNo: string, field = 'agentNo') {
  const agency = await trx
    .selectFrom('agencies')
    .select(['agency_id', 'agency_no', 'company', 'status'])
    .where('agency_no', '=', agencyNo)
    .executeTakeFirst()
  if (!agency) throw refused('unknown_agency', `${field}: there is no agency ${agencyNo}.`, field)
  if (agency.status !== 'A') throw refused('agency_inactive', `${field}: agency ${agencyNo} is not active.`, field)
  return agency
}

/** A transaction without premium that carries the new agency: what is earned from here on is the new agency's. */
const follow = (
  ctx: TrxCtx,
  policy: Policy,
  agency: { agency_id: string; agency_no: string },
  words: { description: string; notes: string },
) =>
  addTransaction(ctx.db, policy.policyId, {
    type: 'EB',
    day: propertyDay(ctx.now, policy.state),
    description: words.description,
    grossCents: 0,
    columns: {
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
      transaction_reason: 'aor',
      transaction_notes: words.notes,
    },
    author: { userId: accountIdOf(ctx.actor), name: nameOf(ctx.actor) },
  })

/**
 * Moves a policy to another agency, or with the present one changes the producer's name only (spec 2 §4, decision 57).
 * The old agency keeps the transactions, and so the commission, that it earned (domain 7). Throws 404, 403 for a
 * producer's name by others than staff, 422 when the policy does not allow it, for an agency that is not
 * there, or for a change that changes nothing.
 */
export const changeAgency = (ctx: Ctx, policyNo: string, wish: Wish) => {
  const producerWanted = wish.producerName?.trim() ?? ''
  return changePolicy(ctx, policyNo, producerWanted ? 'changeProducerName' : 'changeAgency', async (ctx, policy) => {
    const notes = wish.notes.trim()
    const agency = await requireAgency(ctx.db, wish.agentNo)
    const { producer_name: producerBefore } = await ctx.db
      .selectFrom('policies')
      .select('producer_name')
      .where('policy_id', '=', policy.policyId)
      .executeTakeFirstOrThrow()
    const isMoved = agency.agency_id !== policy.agencyId
    const producerName = producerWanted || producerBefore
    if (!isMoved && producerName === producerBefore)
      throw refused('nothing_changed', 'agentNo: the policy is with this agency and producer already.', 'agentNo')
    const description = isMoved ? `Agent of record: ${agency.company}` : `Producer: ${producerName}`
    const policyTransactionId = await follow(ctx, policy, agency, { description, notes })
    // While the policy is still with the agency that writes it.
    await writeNote(ctx, policy.policyNo, { note: notes, reason: 'Agent of record', policyTransactionId })
    await moveToAgency(ctx, policy.policyId, {
      agencyId: agency.agency_id,
      agencyNo: agency.agency_no,
      producerName,
    })
    if (isMoved)
      await mailAgentOfRecord(ctx.db, policy, {
        agencyId: agency.agency_id,
        agencyNo: agency.agency_no,
        effectiveDate: propertyDay(ctx.now, policy.state),
      })
    await writeAudit(ctx, {
      action: isMoved ? 'policy.changeAgency' : 'policy.changeProducer',
      entity: 'policyTransaction',
      entityId: policyTransactionId,
      policyId: policy.policyId,
      details: { from: policy.agencyNo, to: agency.agency_no, producerBefore, producerName },
    })
    return {
      policyNo: policy.policyNo,
      agencyNo: agency.agency_no,
      company: agency.company,
      producerName: producerName || null,
      policyTransactionId,
    }
  })
}
