import { getAgency } from '../../agencies/store.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { copyUploads } from '../../documents/copy-uploads.ts'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { type Ctx, getActorName, type TransactionContext } from '../../http/context.ts'
import { getRenewalCredit } from '../../ledger/overpayment.ts'
import { lockBalances } from '../../ledger/store.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { getPaymentAuthor } from '../../payments/author.ts'
import { copyPaymentMethods } from '../../payments/methods/methods.ts'
import { getFreeCreditCents } from '../../payments/refunds/release-return-premium.ts'
import { transferPayments } from '../../payments/transfers/transfer-payments.ts'
import { changePolicy, changePolicyAsSystem } from '../../policy/change-policy.ts'
import { copyLienholders } from '../../policy/lienholders.ts'
import { markRenewed } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { policyRenewedEvent } from '../events.ts'
import { type CreatedTerm, createTerm } from '../rewrite/new-term.ts'
import { isDueForRenewal } from './due-for-renewal.ts'
import { endRenewalHold, findHoldingAmount, holdRenewal } from './renewal-hold.ts'

async function termBeside({ db }: TransactionContext, policyId: string) {
  return db
    .selectFrom('policies')
    .select(['next_policy_id', 'producer_name'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
}

/**
 * Pays the renewal with the credit that staff kept for it, unless a refund review holds that credit. Uses the oldest
 * payments first. Returns the applied cents.
 */
async function applyRenewalCredit(ctx: TransactionContext, policy: Policy, renewal: CreatedTerm): Promise<number> {
  await lockBalances(ctx.db, [policy.policyId, renewal.policyId])
  const freeCents = await getFreeCreditCents(ctx, policy.policyId)
  const cents = Math.min(await getRenewalCredit(ctx.db, policy.policyId), freeCents, renewal.totalCents)
  if (cents === 0) return 0
  return transferPayments(ctx.db, {
    ...{ fromPolicyId: policy.policyId, toPolicyId: renewal.policyId, cents },
    ...{ author: getPaymentAuthor(ctx), now: ctx.now },
  })
}

/**
 * Binds the renewal of a locked policy under a new policy number, effective on the expiration date. The renewal has the
 * current coverage at the price of a full year. Creates its documents, invoice, commission, emails and letters, and ends
 * its hold.
 * @returns the policy number of the renewal
 */
async function bindRenewal(
  ctx: TransactionContext,
  policy: Policy,
  { producerName, holdOutcome }: { producerName: string; holdOutcome: 'paid' | 'boundByStaff' },
): Promise<string> {
  const renewal = await createTerm(ctx, policy, {
    isRenewal: true,
    inceptionDate: policy.expirationDate,
    hasImmediateClosing: false,
    agency: await getAgency(ctx.db, policy.agencyId),
    ...{ producerName, today: getPropertyDate(ctx.now, policy) },
  })
  await copyLienholders(ctx.db, policy.policyId, renewal.policyId)
  await copyUploads(ctx.db, policy.policyId, renewal.policyId)
  await copyPaymentMethods(ctx.db, policy.policyId, renewal.policyId)
  await createPolicyDocuments(ctx.db, { now: ctx.now, authorName: getActorName(ctx.actor) }, [renewal.policyId])
  await markRenewed(ctx, policy.policyId, renewal.policyId)
  await endRenewalHold(ctx, policy.policyId, holdOutcome)
  const creditCents = await applyRenewalCredit(ctx, policy, renewal)
  await publishEvent(ctx, policyRenewedEvent, { old: policy, renewal: { ...renewal, creditCents } })
  for (const { policyId, policyNo: entityId } of [policy, renewal])
    await writeAuditEntry(ctx, {
      action: 'policy.renew',
      entity: 'policy',
      entityId,
      policyId,
      details: { from: policy.policyNo, to: renewal.policyNo, inceptionDate: policy.expirationDate, creditCents },
    })
  return renewal.policyNo
}

/**
 * Binds the renewal of a policy, or puts it on hold if the term has a past-due balance (REN-1, REN-5). Does nothing if
 * the term is not due for renewal or is already followed by another term.
 * @returns the policy number of the renewal, or undefined if none was bound
 */
export const renewPolicy = (ctx: Ctx, policyNo: string): Promise<string | undefined> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const { next_policy_id: next, producer_name: producerName } = await termBeside(ctx, policy.policyId)
    if (next || !isDueForRenewal(policy, getPropertyDate(ctx.now, policy))) return undefined
    const holdingCents = await findHoldingAmount(ctx, policy)
    if (holdingCents === undefined) return bindRenewal(ctx, policy, { producerName, holdOutcome: 'paid' })
    await holdRenewal(ctx, policy, holdingCents)
    return undefined
  })

/**
 * Binds a renewal that is on hold, although the term has a past-due balance (REN-6). Writes the reason as a note.
 * @returns the renewal
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not bind it; 409 if the renewal
 * is not on hold or the term is not in force
 */
export const bindHeldRenewal = (ctx: Ctx, input: { policyNo: string; reason: string }): Promise<Policy> =>
  changePolicy(ctx, input.policyNo, 'bindHeldRenewal', async (ctx, policy) => {
    const { producer_name: producerName } = await termBeside(ctx, policy.policyId)
    const reason = input.reason.trim()
    const renewalNo = await bindRenewal(ctx, policy, { producerName, holdOutcome: 'boundByStaff' })
    await writeNote(ctx, policy.policyNo, { note: reason, isPrivate: false, reason: 'Renewal' })
    await writeAuditEntry(ctx, {
      ...{ action: 'policy.bindHeldRenewal', entity: 'policy', entityId: policy.policyNo, policyId: policy.policyId },
      details: { reason, renewalNo },
    })
    return requirePolicy(ctx, renewalNo)
  })
