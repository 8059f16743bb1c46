import { Party } from '@tideline/sdk/words'
import { getAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import {
  clearSignatureFields,
  fillSignatureFields,
  lockSignatureFields,
  recomputeSignedStatus,
} from '../documents/signatures.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { getInitials } from './initials.ts'
import { getPolicyDocStatus, type PolicyDocStatus } from './policy-doc-status.ts'
import { addSigningEvents } from './signing-record.ts'

type Request = NonNullable<Operations['saveSignedFlag']['body']>

const nameAtMost = 50

/**
 * Records that parties signed a document on paper, or removes this record (SIGN-11: internal only). Does not stamp the
 * document.
 * @throws {ApiError} 404 if the document does not exist; 409 if the signature to remove is electronic
 */
export async function saveSignedFlag(ctx: Ctx, request: Request): Promise<PolicyDocStatus> {
  return changePolicy(ctx, request.PolicyNo, 'toggleSigned', async (ctx, policy) => {
    const { policyId } = policy
    const isWanted = (party: Party) => (request.Parties as number[]).includes(party)
    const own = (await lockSignatureFields(ctx.db, policyId)).filter((slot) => slot.docId === request.PolicyDocId)
    if (own.length === 0) throw createNotFoundError({ policyDocId: request.PolicyDocId })
    const slots = own.filter((slot) => isWanted(slot.party) && slot.isSigned !== request.setFlag)
    if (slots.length > 0) await (request.setFlag ? set() : clear())
    await recomputeSignedStatus(ctx.db, policyId)
    await writeAuditEntry(ctx, {
      action: request.setFlag ? 'documents.markSigned' : 'documents.markUnsigned',
      entity: 'policyDoc',
      entityId: request.PolicyDocId,
      policyId,
      details: { parties: request.Parties },
    })
    return getPolicyDocStatus(ctx, policy)

    async function set() {
      const agency = await getAgency(ctx.db, policy.agencyId)
      for (const { slotId, party, docId } of slots) {
        const name = (party === Party.agent ? agency.company : policy.insuredName).slice(0, nameAtMost)
        await fillSignatureFields(ctx.db, [{ slotId, name, initials: getInitials(name) }], { at: ctx.now })
        const details = { reason: 'Signed on paper' }
        await addSigningEvents(ctx, [
          { policyId, party, event: 'signed', policyDocId: docId, policyDocSignatureId: slotId, details },
        ])
      }
    }

    async function clear() {
      if (slots.some((slot) => slot.hasPicture))
        throw createConflictError('signed_electronically', 'An electronic signature cannot be cleared.')
      await clearSignatureFields(
        ctx.db,
        slots.map((slot) => slot.slotId),
      )
    }
  })
}
