import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import type { Policy } from '../policies/visibility.ts'

/** Mails the insured that the policy is cancelled, and records the letters that go to everybody who has to be told. */
export async function tellCancelled(
  trx: Transaction<DB>,
  ctx: Pick<Ctx, 'now'>,
  about: { policy: Policy; effectiveDate: string; reason: string; refundCents: number },
): Promise<void> {
  const { policy, effectiveDate } = about
  await queueMail(trx, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'cancellation',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      effectiveDate,
      reason: about.reason,
      refundCents: about.refundCents,
    },
  })
  const lienholders = await trx
    .selectFrom('lienholders')
    .select(['name1', 'addr1', 'city', 'state', 'zip'])
    .where('policy_id', '=', policy.policyId)
    .orderBy('position')
    .execute()
  const letter = { policy_id: policy.policyId, kind: 'cancellation', method: 'mail' as const, sent_at: ctx.now }
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
