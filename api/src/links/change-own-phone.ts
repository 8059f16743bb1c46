import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getPolicyholderRecipient } from '../notifications/email-recipients.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { updatePhoneOnFile } from '../policy/store.ts'
import { lockOwnIdentity } from './lock-own-identity.ts'

const getDigits = (phone: string | null) => (phone ?? '').replace(/\D/g, '')

/**
 * Changes the phone number on all of the policyholder's policies, and confirms it by email (POL-17).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 `missing_code` if the email address on file is
 * not verified; 409 if another insured with this email address has the number; 422 if it is already on file
 */
export const changeOwnPhone = (ctx: Ctx, policyNo: string, phone: string): Promise<string> =>
  runInTransaction(ctx, async (ctx) => {
    const { policy, actor } = await lockOwnIdentity(ctx, policyNo)
    const { phone: before } = policy
    if (getDigits(before) === getDigits(phone))
      throw createUnprocessableError('nothing_changed', 'phone: this is already the phone number on file.', 'phone')
    const policyNos = await updatePhoneOnFile(ctx, actor.identityId, phone)
    if (!policyNos)
      throw createConflictError('already_exists', 'This phone number cannot be used. Contact your agency.')
    const recipient = getPolicyholderRecipient(ctx, policy)
    if (recipient)
      await enqueueEmail(ctx.db, {
        ...{ ...recipient.mail, template: 'phone-changed' },
        values: { ...recipient.values, phone, changedAt: ctx.now.toISOString() },
      })
    await writeAuditEntry(ctx, {
      ...{ action: 'insured.changePhone', entity: 'policyholder', entityId: actor.identityId },
      policyId: policy.policyId,
      details: { before, after: phone, policyNos },
    })
    return phone
  })
