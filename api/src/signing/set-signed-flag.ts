import { agencyOf } from '../agencies/store.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { docStatusOf, type PolicyDocStatus } from './doc-status.ts'
import { initialsOf } from './initials.ts'
import { lockSlots, recomputeSigned } from './store.ts'
import { addEvents } from './trail.ts'

type Request = NonNullable<Operations['setSignedFlag']['body']>

const nameAtMost = 50

/**
 * Notes that parties have signed a document on paper, or takes such a note back (spec 2 §6: internal only). Nothing is
 * stamped; the trail and the audit say who set it. Throws 404, and 409 for clearing a signature that was made here.
 */
export async function setSignedFlag(ctx: Ctx, request: Request): Promise<PolicyDocStatus> {
  return changePolicy(ctx, request.PolicyNo, 'toggleSigned', async (ctx, policy) => {
    const { policyId } = policy
    const isWanted = (party: 1 | 2) => (request.Parties as number[]).includes(party)
    const own = (await lockSlots(ctx.db, policyId)).filter((slot) => slot.docId === request.PolicyDocId)
    if (own.length === 0) throw notFound({ policyDocId: request.PolicyDocId })
    const slots = own.filter((slot) => isWanted(slot.party) && slot.isSigned !== request.setFlag)
    const slotIds = slots.map((slot) => slot.slotId)
    if (slotIds.length > 0) await (request.setFlag ? set() : clear())
    await recomputeSigned(ctx.db, policyId)
    await writeAudit(ctx, {
      action: request.setFlag ? 'documents.markSigned' : 'documents.markUnsigned',
      entity: 'policyDoc',
      entityId: request.PolicyDocId,
      policyId,
      details: { parties: request.Parties },
    })
    return docStatusOf(ctx, policy)

    async function set() {
      const agency = await agencyOf(ctx.db, policy.agencyId)
      for (const { slotId, party, docId } of slots) {
        const name = (party === 1 ? agency.company : policy.insuredName).slice(0, nameAtMost)
        await ctx.db
          .updateTable('policy_doc_signatures')
          .set({ signed_by_name: name, signed_by_initials: initialsOf(name), signed_at: ctx.now })
          .where('policy_doc_signature_id', '=', slotId)
          .execute()
        const details = { reason: 'Signed on paper' }
        await addEvents(ctx, [
          { policyId, party, event: 'signed', policyDocId: docId, policyDocSignatureId: slotId, details },
        ])
      }
    }

    async function clear() {
      const drawn = await ctx.db
        .selectFrom('policy_doc_signatures')
        .select('policy_doc_signature_id')
        .where('policy_doc_signature_id', 'in', slotIds)
        .where('signature_image_id', 'is not', null)
        .executeTakeFirst()
      if (drawn) throw conflict('signed_here', 'A signature that was made here cannot be cleared.')
      await ctx.db
        .updateTable('policy_doc_signatures')
        .set({ signed_by_name: null, signed_by_initials: null, signed_at: null })
        .where('policy_doc_signature_id', 'in', slotIds)
        .execute()
    }
  })
}
