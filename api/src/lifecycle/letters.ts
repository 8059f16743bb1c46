import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import type { Policy } from '../policy/visibility.ts'

/** Records the letters of a kind to everybody who has to be told by mail: the insured and every lienholder (domain 4). */
export async function recordLetters(
  trx: Transaction<DB>,
  ctx: Pick<Ctx, 'now'>,
  policy: Policy,
  kind: 'cancellation' | 'nonRenewal' | 'reinstatement' | 'rewrite',
): Promise<void> {
  const lienholders = await trx
    .selectFrom('lienholders')
    .select(['name1', 'addr1', 'city', 'state', 'zip'])
    .where('policy_id', '=', policy.policyId)
    .orderBy('position')
    .execute()
  const letter = { policy_id: policy.policyId, kind, method: 'mail' as const, sent_at: ctx.now }
  await trx
    .insertInto('notices')
    .values([
      { ...letter, recipient: 'insured', recipient_name: policy.insuredName, recipient_address: policy.addressLine },
      ...lienholders.map((lender) => ({
        ...letter,
        recipient: 'lienholder' as const,
        recipient_name: lender.name1,
        recipient_address: [lender.addr1, `${lender.city}, ${lender.state} ${lender.zip}`].filter(Boolean).join(', '),
      })),
    ])
    .execute()
}
