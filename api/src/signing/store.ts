import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type Actor, accountIdOf } from '../http/context.ts'
import { refused } from '../http/refusal.ts'
import { setSigned } from '../policy/store.ts'
import type { Slot, SlotToSign } from './signing.ts'

/** Every slot of a policy, locked until the transaction ends. */
export async function lockSlots(trx: Transaction<DB>, policyId: string): Promise<Slot[]> {
  const rows = await trx
    .selectFrom('policy_doc_signatures as s')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 's.policy_doc_id')
    .select(['s.policy_doc_signature_id', 's.policy_doc_id', 'd.doc_name', 's.party', 's.kind', 's.signed_at'])
    .where('s.policy_id', '=', policyId)
    .orderBy('s.policy_doc_signature_id')
    .forUpdate('s')
    .execute()
  return rows.map((row) => ({
    slotId: row.policy_doc_signature_id,
    docId: row.policy_doc_id,
    docName: row.doc_name,
    party: row.party as 1 | 2,
    kind: row.kind as 'signature' | 'initials',
    isSigned: row.signed_at !== null,
  }))
}

/** Keeps each picture once, however many slots it goes into; gives the image id of each slot, in order. */
async function keepImages(trx: Transaction<DB>, policyId: string, slots: SlotToSign[], style: 'drawn' | 'typed') {
  const known = new Map<string, string>()
  const ids: string[] = []
  for (const { slot, image } of slots) {
    if ('imageId' in image) {
      ids.push(await ownImage(trx, policyId, slot, image.imageId))
      continue
    }
    const key = `${slot.kind} ${createHash('sha256').update(image.png).digest('base64')}`
    let id = known.get(key)
    if (!id) {
      const row = await trx
        .insertInto('signature_images')
        .values({ policy_id: policyId, party: slot.party, kind: slot.kind, style, image_png: Buffer.from(image.png) })
        .returning('signature_image_id')
        .executeTakeFirstOrThrow()
      id = row.signature_image_id
      known.set(key, id)
    }
    ids.push(id)
  }
  return ids
}

/** A picture that the party has used on this policy before; anything else is refused. */
async function ownImage(trx: Transaction<DB>, policyId: string, slot: Slot, imageId: string): Promise<string> {
  const row = await trx
    .selectFrom('signature_images')
    .select('signature_image_id')
    .where('signature_image_id', '=', imageId)
    .where('policy_id', '=', policyId)
    .where('party', '=', slot.party)
    .where('kind', '=', slot.kind)
    .executeTakeFirst()
  if (!row) throw refused('unknown_image', 'signatureImageId: you have no such signature.', 'signatureImageId')
  return row.signature_image_id
}

/** Writes names, pictures and the moment into slots. */
export async function signSlots(
  trx: Transaction<DB>,
  policyId: string,
  slots: SlotToSign[],
  by: { actor: Actor; now: Date; style: 'drawn' | 'typed' },
): Promise<void> {
  const images = await keepImages(trx, policyId, slots, by.style)
  for (const [index, { slot, name, initials }] of slots.entries())
    await trx
      .updateTable('policy_doc_signatures')
      .set({
        signed_by_name: name,
        signed_by_initials: initials,
        signature_image_id: images[index] ?? null,
        signed_at: by.now,
        signed_by_account_id: accountIdOf(by.actor),
        signed_by_identity_id: by.actor.kind === 'insured' ? by.actor.identityId : null,
      })
      .where('policy_doc_signature_id', '=', slot.slotId)
      .where('signed_at', 'is', null)
      .execute()
}

/**
 * Works out anew which documents and which parties of a policy are signed: all slots have a name and a moment
 * (decision 3). The server never believes a client about it (decision 47).
 */
export async function recomputeSigned(
  trx: Transaction<DB>,
  policyId: string,
): Promise<{ open1: boolean; open2: boolean }> {
  await sql`update policy_docs d set is_signed = s.is_signed
    from (select policy_doc_id, bool_and(signed_at is not null) as is_signed
          from policy_doc_signatures where policy_id = ${policyId} group by policy_doc_id) s
    where d.policy_doc_id = s.policy_doc_id and d.is_signed <> s.is_signed`.execute(trx)
  const { rows } = await sql<{ open1: boolean; open2: boolean }>`
    select coalesce(bool_or(party = 1 and signed_at is null), false) as open1,
      coalesce(bool_or(party = 2 and signed_at is null), false) as open2
    from policy_doc_signatures where policy_id = ${policyId}`.execute(trx)
  const { open1, open2 } = rows[0] ?? { open1: false, open2: false }
  await setSigned({ db: trx }, policyId, { agent: !open1, insured: !open2 })
  return { open1, open2 }
}
