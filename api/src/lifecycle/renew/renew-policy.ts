import { sql } from 'kysely'
import { type Agency, getAgencies } from '../../agencies/store.ts'
import { writeAuditEntries, writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { copyUploads } from '../../documents/copy-uploads.ts'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { type Ctx, getActorName, type TransactionContext } from '../../http/context.ts'
import { getRenewalCredit } from '../../ledger/overpayment.ts'
import { lockBalances } from '../../ledger/store.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishPolicyEvents } from '../../outbox/domain-event.ts'
import { getPaymentAuthor } from '../../payments/author.ts'
import { copyPaymentMethods } from '../../payments/methods/methods.ts'
import { getFreeCreditCents } from '../../payments/refunds/release-return-premium.ts'
import { transferPayments } from '../../payments/transfers/transfer-payments.ts'
import { changePoliciesAsSystem, changePolicy, changePolicyAsSystem } from '../../policy/change-policy.ts'
import { copyLienholders } from '../../policy/lienholders.ts'
import { markRenewed } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { policyRenewedEvent } from '../events.ts'
import { type CreatedTerm, createTerms } from '../rewrite/new-term.ts'
import { isDueForRenewal } from './due-for-renewal.ts'
import type { RenewalNotice } from './notify-renewed.ts'
import { endRenewalHolds, findHoldingAmount, holdRenewal } from './renewal-hold.ts'

/** Returns the next terms and the producers of policies, by policy id. */
async function readTermLinks({ db }: TransactionContext, policyIds: readonly string[]) {
  const rows = await db
    .selectFrom('policies')
    .select(['policy_id as policyId', 'next_policy_id as nextPolicyId', 'producer_name as producerName'])
    .where('policy_id', '=', sql<string>`any(${policyIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.policyId, row]))
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

/** A renewal to bind, and the policy that it renews. */
interface DueRenewal {
  policy: Policy
  producerName: string
}

/**
 * Binds the renewals of locked policies under new policy numbers, effective on the expiration dates. A renewal has the
 * current coverage at the price of a full year. Creates documents, invoices, commission, emails and letters, and ends
 * holds, with one statement for each table where possible.
 * @returns the renewals in the same order
 */
async function bindRenewals(
  ctx: TransactionContext,
  due: readonly DueRenewal[],
  holdOutcome: 'paid' | 'boundByStaff',
): Promise<CreatedTerm[]> {
  const policyIds = due.map(({ policy }) => policy.policyId)
  const agencies = await getAgencies(
    ctx.db,
    due.map(({ policy }) => policy.agencyId),
  )
  const renewals = await createTerms(
    ctx,
    due.map(({ policy, producerName }) => ({
      old: policy,
      isRenewal: true,
      inceptionDate: policy.expirationDate,
      hasImmediateClosing: false,
      agency: agencies.get(policy.agencyId) as Agency,
      ...{ producerName, today: getPropertyDate(ctx.now, policy) },
    })),
  )
  const renewed = due.map(({ policy }, index) => ({ old: policy, renewal: renewals[index] as CreatedTerm }))
  const copies = renewed.map(({ old, renewal }) => ({ from: old.policyId, to: renewal.policyId }))
  await copyLienholders(ctx.db, copies)
  await copyUploads(ctx.db, copies)
  await copyPaymentMethods(ctx.db, copies)
  const author = { now: ctx.now, authorName: getActorName(ctx.actor) }
  await createPolicyDocuments(
    ctx.db,
    author,
    copies.map(({ to }) => to),
  )
  await markRenewed(ctx, copies)
  await endRenewalHolds(ctx, policyIds, holdOutcome)
  const balances = await lockBalances(ctx.db, policyIds)
  const notices: RenewalNotice[] = []
  for (const { old, renewal } of renewed) {
    // Only a policy with a credit balance can have credit that staff kept for its renewal.
    const hasCredit = (balances.get(old.policyId)?.dueCents ?? 0) < 0
    const creditCents = hasCredit ? await applyRenewalCredit(ctx, old, renewal) : 0
    notices.push({ old, renewal: { ...renewal, creditCents } })
  }
  await publishPolicyEvents(ctx, policyRenewedEvent, notices)
  await writeAuditEntries(
    ctx,
    notices.flatMap(({ old, renewal }) =>
      [old, renewal].map(({ policyId, policyNo: entityId }) => ({
        ...{ action: 'policy.renew', entity: 'policy', entityId, policyId },
        details: {
          ...{ from: old.policyNo, to: renewal.policyNo, inceptionDate: old.expirationDate },
          creditCents: renewal.creditCents,
        },
      })),
    ),
  )
  return renewals
}

/** Returns the locked policies whose renewals can be bound. Puts renewals on hold if their terms have a past-due balance. */
async function selectDueRenewals(ctx: TransactionContext, policies: readonly Policy[]): Promise<DueRenewal[]> {
  const links = await readTermLinks(
    ctx,
    policies.map(({ policyId }) => policyId),
  )
  const candidates = policies.flatMap((policy) => {
    const link = links.get(policy.policyId)
    const isDue = link && !link.nextPolicyId && isDueForRenewal(policy, getPropertyDate(ctx.now, policy))
    return isDue ? [{ policy, link }] : []
  })
  if (candidates.length === 0) return []
  const balances = await lockBalances(
    ctx.db,
    candidates.map(({ policy }) => policy.policyId),
  )
  const due: DueRenewal[] = []
  for (const { policy, link } of candidates) {
    // A policy without a balance has no past-due amount.
    const hasBalance = (balances.get(policy.policyId)?.dueCents ?? 0) > 0
    const holdingCents = hasBalance ? await findHoldingAmount(ctx, policy) : undefined
    if (holdingCents === undefined) due.push({ policy, producerName: link.producerName })
    else await holdRenewal(ctx, policy, holdingCents)
  }
  return due
}

/**
 * Binds the renewals of policies in one transaction, or puts them on hold if their terms have a past-due balance (REN-1,
 * REN-5). Skips terms that are not due for renewal or are already followed by another term. If one policy fails, nothing
 * is bound.
 * @returns the renewals that were bound
 */
export const renewPolicies = (ctx: Ctx, policyIds: readonly string[]): Promise<CreatedTerm[]> =>
  changePoliciesAsSystem(ctx, policyIds, async (ctx, policies) => {
    const due = await selectDueRenewals(ctx, policies)
    return due.length > 0 ? bindRenewals(ctx, due, 'paid') : []
  })

/**
 * Same as `renewPolicies`, for one policy.
 * @returns the policy number of the renewal, or undefined if none was bound
 */
export const renewPolicy = (ctx: Ctx, policyNo: string): Promise<string | undefined> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const due = await selectDueRenewals(ctx, [policy])
    return due.length > 0 ? (await bindRenewals(ctx, due, 'paid'))[0]?.policyNo : undefined
  })

/**
 * Binds a renewal that is on hold, although the term has a past-due balance (REN-6). Writes the reason as a note.
 * @returns the renewal
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not bind it; 409 if the renewal
 * is not on hold or the term is not in force
 */
export const bindHeldRenewal = (ctx: Ctx, input: { policyNo: string; reason: string }): Promise<Policy> =>
  changePolicy(ctx, input.policyNo, 'bindHeldRenewal', async (ctx, policy) => {
    const producerName = (await readTermLinks(ctx, [policy.policyId])).get(policy.policyId)?.producerName ?? ''
    const reason = input.reason.trim()
    const [renewal] = await bindRenewals(ctx, [{ policy, producerName }], 'boundByStaff')
    const renewalNo = (renewal as CreatedTerm).policyNo
    await writeNote(ctx, policy.policyNo, { note: reason, isPrivate: false, reason: 'Renewal' })
    await writeAuditEntry(ctx, {
      ...{ action: 'policy.bindHeldRenewal', entity: 'policy', entityId: policy.policyNo, policyId: policy.policyId },
      details: { reason, renewalNo },
    })
    return requirePolicy(ctx, renewalNo)
  })
