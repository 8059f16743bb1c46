import { endSessionsOf } from '../accounts/session.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { conflict, refused } from '../http/refusal.ts'
import { spendLinksOfInsured } from '../link-tokens/open-link-row.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { setEmailOnFile } from '../policy/store.ts'

/**
 * Changes the insured's address on file (decision 84): staff's, audited, told to the old address. Who signed in by the old one is
 * signed out, and links that went there open nothing any more. Throws 409 when another insured with the same phone number has
 * the address, 422 when it is the one on file.
 */
export const changeInsuredEmail = (ctx: Ctx, policyNo: string, email: string): Promise<string> =>
  changePolicy(ctx, policyNo, 'changeInsuredEmail', async (ctx, policy) => {
    const { policyId, identityId, email: before } = policy
    if (before.toLowerCase() === email.toLowerCase())
      throw refused('nothing_changed', 'email: this is the address on file.', 'email')
    const policyNos = await setEmailOnFile(ctx, identityId, email)
    if (!policyNos) throw conflict('already_exists', 'Another insured with this phone number has this address.')
    await endSessionsOf(ctx, identityId)
    await spendLinksOfInsured(ctx.db, identityId, ctx.now)
    await queueMail(ctx.db, {
      to: before,
      toName: policy.insuredName,
      policyId,
      template: 'email-changed',
      values: { firstName: policy.firstName || policy.insuredName, policyNo, changedAt: ctx.now.toISOString() },
    })
    await writeAudit(ctx, {
      action: 'insured.email',
      entity: 'policyholder',
      entityId: identityId,
      policyId,
      details: { before, after: email, policyNos },
    })
    return email
  })
