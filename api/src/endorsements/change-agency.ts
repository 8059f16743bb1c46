import { type Agency, requireAllowedAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { reissueDeclarations } from '../documents/reissue-declarations.ts'
import type { Operations } from '../generated/operations.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { writeNote } from '../notes/write-note.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { addTransaction } from '../policy/post-transaction.ts'
import { updateAgencyOfRecord } from '../policy/store.ts'
import type { Policy } from '../policy/visibility.ts'
import { agencyChangedEvent } from './events.ts'

type Input = Operations['endorsePolicy']['body']

/** Posts a transaction without premium for the new agency, which earns the commission on later transactions. */
const addAgencyTransaction = (
  ctx: TransactionContext,
  policy: Policy,
  agency: Agency,
  text: { description: string; notes: string },
) =>
  addTransaction(ctx.db, policy.policyId, {
    type: 'EB',
    day: getPropertyDate(ctx.now, policy),
    description: text.description,
    grossCents: 0,
    columns: {
      agency_id: agency.agencyId,
      agency_no: agency.agencyNo,
      transaction_reason: 'aor',
      transaction_notes: text.notes,
    },
    author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
  })

/**
 * Moves a policy to another agency and reissues its declarations page, or changes only the producer name (POL-10). The
 * previous agency keeps the commission on its transactions.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller is not staff and changes the
 * producer name; 403 or 409 if the action is not allowed; 422 if the agency is unknown or inactive, or nothing changes
 */
export const changePolicyAgency = (ctx: Ctx, policyNo: string, input: Input) => {
  const producerWanted = input.producerName?.trim() ?? ''
  return changePolicy(ctx, policyNo, producerWanted ? 'changeProducerName' : 'changeAgency', async (ctx, policy) => {
    const notes = input.notes.trim()
    const permission = input.agentNo === policy.agencyNo ? 'service' : 'newBusiness'
    const agency = await requireAllowedAgency(ctx.db, input.agentNo, 'agentNo', permission)
    const { producer_name: producerBefore } = await ctx.db
      .selectFrom('policies')
      .select('producer_name')
      .where('policy_id', '=', policy.policyId)
      .executeTakeFirstOrThrow()
    const isAgencyChanged = agency.agencyId !== policy.agencyId
    const producerName = producerWanted || producerBefore
    if (!isAgencyChanged && producerName === producerBefore)
      throw createUnprocessableError(
        'nothing_changed',
        'agentNo: the policy is already with this agency and producer.',
        'agentNo',
      )
    const description = isAgencyChanged ? `Agent of record: ${agency.company}` : `Producer: ${producerName}`
    const policyTransactionId = await addAgencyTransaction(ctx, policy, agency, { description, notes })
    // Writes the note before the move, while the caller's agency still has access to the policy.
    await writeNote(ctx, policy.policyNo, { note: notes, reason: 'Agent of record', policyTransactionId })
    await updateAgencyOfRecord(ctx, policy.policyId, {
      agencyId: agency.agencyId,
      agencyNo: agency.agencyNo,
      producerName,
    })
    if (isAgencyChanged) await reissueDeclarations(ctx, policy.policyId, { id: policyTransactionId, type: 'EB' })
    await publishEvent(ctx, agencyChangedEvent, {
      policy,
      agencyId: agency.agencyId,
      agencyNo: agency.agencyNo,
      effectiveDate: getPropertyDate(ctx.now, policy),
    })
    await writeAuditEntry(ctx, {
      action: isAgencyChanged ? 'policy.changeAgency' : 'policy.changeProducer',
      entity: 'policyTransaction',
      entityId: policyTransactionId,
      policyId: policy.policyId,
      details: { from: policy.agencyNo, to: agency.agencyNo, producerBefore, producerName },
    })
    return {
      policyNo: policy.policyNo,
      agencyNo: agency.agencyNo,
      company: agency.company,
      producerName: producerName || null,
      policyTransactionId,
    }
  })
}
