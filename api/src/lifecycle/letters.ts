import type { TrxCtx } from '../http/context.ts'
import type { Policy } from '../policy/visibility.ts'

/** Records the letters of a kind to everybody who has to be told by mail: the insured and every lienholder (domain 4). */
export async function recordLetters(
  ctx: Pick<TrxCtx, 'db' | 'now'>,
  policy: Policy,
  kind: 'cancellation' | 'nonRenewal' | 'reinstatement' | 'rewrite',
): Promise<void> {
  const lienholders = await ctx.db
    .selectFrom('lienholders')
    .select(['name1', 'addr1', 'city', 'state', 'zip'])
    .where('policy_id', '=', policy.policyId)
    .orderBy('position')
    .execute()
  const letter = { policy_id: policy.policyId, kind, method: 'mail' as const, sent_at: ctx.now }
  await ctx.db
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
