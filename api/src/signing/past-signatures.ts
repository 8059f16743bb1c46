import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { addSignedVersions, fillSlots, lockSlots, recomputeSigned } from '../documents/signatures.ts'
import { initialsOf } from './initials.ts'

export interface PastSignatures {
  policyId: string
  party: 1 | 2
  name: string
  at: Date
  accountId?: string
  identityId?: string
}

/**
 * Writes down that a party has signed all its slots elsewhere or before: for imports and the demo book. There is no
 * picture; the files, when they are opened, show the name. The trail says what is known.
 */
export async function recordPastSignatures(trx: Transaction<DB>, past: PastSignatures): Promise<void> {
  const { policyId, party, name, at } = past
  const slots = (await lockSlots(trx, policyId)).filter((slot) => slot.party === party && !slot.isSigned)
  if (slots.length === 0) return
  const initials = initialsOf(name)
  await fillSlots(
    trx,
    slots.map(({ slotId }) => ({ slotId, name, initials })),
    past,
  )
  await addSignedVersions(trx, [...new Set(slots.map((slot) => slot.docId))], { userId: null, name, at })
  await trx
    .insertInto('signing_events')
    .values([
      ...slots.map((slot) => ({
        policy_id: policyId,
        policy_doc_id: slot.docId,
        policy_doc_signature_id: slot.slotId,
        party,
        event: 'signed' as const,
        actor_name: name,
        occurred_at: at,
      })),
      { policy_id: policyId, party, event: 'completed' as const, actor_name: name, occurred_at: at },
    ])
    .execute()
  await recomputeSigned(trx, policyId)
}
