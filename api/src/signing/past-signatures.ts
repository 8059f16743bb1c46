import type { Party } from '@tideline/sdk/words'
import type { Insertable, Transaction } from 'kysely'
import type { DB, SigningEvent } from '../db/schema.ts'
import {
  addSignedVersions,
  fillSignatureFields,
  lockSignatureFields,
  recomputeSignedStatus,
} from '../documents/signatures.ts'
import { getInitials } from './initials.ts'
import type { IdentifiedBy } from './signing-record.ts'

export interface PastSigner {
  party: Party
  name: string
  accountId?: string
  identityId?: string
  /** How the signer was identified. Undefined if unknown. */
  identifiedBy?: IdentifiedBy
}

/**
 * Records signatures from another system or an earlier date, in the given order. Used for imports and the demo book.
 * The signatures have no images, so rendered files show the signers' names.
 */
export async function recordPastSignatures(
  trx: Transaction<DB>,
  { policyId, at, signers }: { policyId: string; at: Date; signers: readonly PastSigner[] },
): Promise<void> {
  const open = (await lockSignatureFields(trx, policyId)).filter((slot) => !slot.isSigned)
  const events: Insertable<SigningEvent>[] = []
  for (const signer of signers) {
    const { party, name, identifiedBy } = signer
    const slots = open.filter((slot) => slot.party === party)
    if (slots.length === 0) continue
    const initials = getInitials(name)
    await fillSignatureFields(
      trx,
      slots.map(({ slotId }) => ({ slotId, name, initials })),
      { ...signer, at },
    )
    await addSignedVersions(trx, [...new Set(slots.map((slot) => slot.docId))], { userId: null, name, at })
    const details = JSON.stringify(identifiedBy ? { identifiedBy } : {})
    const signed = { policy_id: policyId, party, actor_name: name, occurred_at: at, details }
    for (const { docId, slotId } of slots)
      events.push({ ...signed, policy_doc_id: docId, policy_doc_signature_id: slotId, event: 'signed' })
    events.push({ ...signed, event: 'completed' })
  }
  if (events.length === 0) return
  await trx.insertInto('signing_events').values(events).execute()
  await recomputeSignedStatus(trx, policyId)
}
