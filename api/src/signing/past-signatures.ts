import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { initialsOf } from './initials.ts'
import { recomputeSigned } from './store.ts'

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
  const slots = await trx
    .updateTable('policy_doc_signatures')
    .set({
      signed_by_name: name,
      signed_by_initials: initialsOf(name),
      signed_at: at,
      signed_by_account_id: past.accountId ?? null,
      signed_by_identity_id: past.identityId ?? null,
    })
    .where('policy_id', '=', policyId)
    .where('party', '=', party)
    .where('signed_at', 'is', null)
    .returning(['policy_doc_id', 'policy_doc_signature_id'])
    .execute()
  if (slots.length === 0) return
  const docIds = [...new Set(slots.map((slot) => slot.policy_doc_id))]
  await sql`
    insert into policy_doc_versions (policy_doc_id, version, friendly_name, stage, policy_transaction_id,
      transaction_type, created_by_user_name, created_at)
    select v.policy_doc_id, v.version + 1, v.friendly_name,
      case when exists (select from policy_doc_signatures s where s.policy_doc_id = v.policy_doc_id and s.signed_at is null)
        then 'partlySigned' else 'signed' end,
      v.policy_transaction_id, v.transaction_type, ${name}, ${at}::timestamptz
    from policy_doc_versions v where v.policy_doc_id = any(${docIds}::uuid[])
      and v.version = (select max(version) from policy_doc_versions m where m.policy_doc_id = v.policy_doc_id)`.execute(
    trx,
  )
  await trx
    .insertInto('signing_events')
    .values([
      ...slots.map((slot) => ({
        policy_id: policyId,
        policy_doc_id: slot.policy_doc_id,
        policy_doc_signature_id: slot.policy_doc_signature_id,
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
