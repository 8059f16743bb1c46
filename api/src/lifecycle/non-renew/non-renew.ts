import type { Transaction } from 'kysely'
import { writeAudit } from '../../audit/audit.ts'
import { usDay } from '../../calendar/moment-words.ts'
import { propertyDay } from '../../calendar/property-day.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { refuseStopped } from '../../moratoriums/refuse-stopped.ts'
import { writeNote } from '../../notes/write-note.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { announce } from '../../outbox/announce.ts'
import { askPolicy, changePolicy } from '../../policy/change-policy.ts'
import { markNonRenewed } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

/** What Non-Renew sends (spec 2 §9); nobody picks it in the cancellation form. */
export const nonRenewalReason = '99'

const tellNotRenewed = (trx: Transaction<DB>, policy: Policy) =>
  queueMail(trx, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'non-renewal',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      expirationDate: policy.expirationDate,
    },
  })

/**
 * Marks an earthquake policy so that it ends with its term; cover and money stay as they are (spec 2 §4 and §6). The
 * note says why, and the insured and the lienholders are told, who have to hear of it ahead of time (domain 4). Throws
 * 404, 403, 409 when it is marked already, 422 for other products or when the policy is over, and 422 while a moratorium
 * stops it.
 */
export async function nonRenew(ctx: Ctx, wish: { policyNo: string; note: string }): Promise<Policy> {
  const asked = await askPolicy(ctx, wish.policyNo, 'nonRenew')
  await refuseStopped(ctx, asked, ['nonRenewal'], propertyDay(ctx.now, asked))
  return changePolicy(ctx, wish.policyNo, 'nonRenew', async (ctx, policy) => {
    await markNonRenewed(ctx, policy.policyId)
    await writeNote(ctx, policy.policyNo, { note: wish.note.trim(), isPrivate: false, reason: 'Non-renewal' })
    await tellNotRenewed(ctx.db, policy)
    await recordLetters(ctx, policy, {
      kind: 'nonRenewal',
      facts: [['Coverage ends', `${usDay(policy.expirationDate)}, 12:01 a.m. at the insured property`]],
      paragraphs: ['The policy named above stays in force until its term ends, and is not renewed then.'],
    })
    await announce(ctx.db, 'policy.non_renewed', { policyId: policy.policyId }, {}, ctx.now)
    await writeAudit(ctx, {
      action: 'policy.nonRenew',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode: nonRenewalReason, expirationDate: policy.expirationDate },
    })
    return requirePolicy(ctx, policy.policyNo)
  })
}
