import { writeAudit } from '../../audit/audit.ts'
import { usDay } from '../../calendar/moment-words.ts'
import type { Ctx, TrxCtx } from '../../http/context.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { announce } from '../../outbox/announce.ts'
import { whenItsDayComes } from '../../policy/change-policy.ts'
import { recordLetters } from '../letters.ts'

/** Whether the end has been told already, or another term follows. */
async function needsNoWord({ db }: TrxCtx, policyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('policies as p')
    .leftJoin('notices as n', (join) => join.onRef('n.policy_id', '=', 'p.policy_id').on('n.kind', '=', 'expiry'))
    .select(['p.next_policy_id', 'n.notice_id'])
    .where('p.policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  return row.next_policy_id !== null || row.notice_id !== null
}

/**
 * A term has ended and none follows it: the insured and the lienholders are told, once, that there is no cover any more. Its status
 * follows from the day and needs no job. Does nothing for a term that goes on, was cancelled or renewed.
 */
export const endTerm = (ctx: Ctx, policyNo: string): Promise<void> =>
  whenItsDayComes(ctx, policyNo, async (ctx, policy) => {
    if (!policy.isExpired || policy.isCancelled || (await needsNoWord(ctx, policy.policyId))) return
    await queueMail(ctx.db, {
      ...{ to: policy.email, toName: policy.insuredName, policyId: policy.policyId, template: 'term-ended' },
      values: {
        firstName: policy.firstName || policy.insuredName,
        ...{ policyNo: policy.policyNo, address: policy.addressLine, expirationDate: policy.expirationDate },
      },
    })
    await recordLetters(ctx, policy, {
      kind: 'expiry',
      facts: [['Coverage ended', `${usDay(policy.expirationDate)}, 12:01 a.m. at the insured property`]],
      paragraphs: [
        'The term of the policy named above has ended and no other follows it: there is no coverage any more.',
      ],
    })
    await announce(ctx.db, 'policy.expired', { policyId: policy.policyId }, {}, ctx.now)
    await writeAudit(ctx, {
      ...{ action: 'policy.expire', entity: 'policy', entityId: policy.policyNo, policyId: policy.policyId },
      details: { expirationDate: policy.expirationDate },
    })
  })
