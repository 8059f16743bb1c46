import { requireIdentifiedInsured } from '../accounts/identification.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { getLaterDate } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { reissueDeclarations } from '../documents/reissue-declarations.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import type { OperationInput } from '../http/operation.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { addTransaction } from '../policy/post-transaction.ts'
import { readTerm } from '../policy/read-term.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { policyEndorsedEvent } from './events.ts'
import { getMailingAddress, isSameMailingAddress, toMailingAddressColumns } from './mailing-address.ts'
import { applyRenewalChange, changePolicyWithRenewals } from './renewal-change.ts'

/**
 * Changes the mailing address of a policy as the policyholder, with an endorsement without premium (POL-18). A bound
 * renewal with the same address follows.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 `missing_code` if the email address on file is
 * not verified; 409 if the policy is not in force; 422 if it is already the mailing address
 */
export async function changeOwnMailingAddress(
  ctx: Ctx,
  policyNo: string,
  wanted: OperationInput<'changeOwnMailingAddress'>['body'],
) {
  const address = {
    ...wanted,
    addr1: wanted.addr1.trim(),
    addr2: wanted.addr2?.trim() || null,
    city: wanted.city.trim(),
  }
  const unlocked = await requirePolicy(ctx, policyNo)
  return changePolicyWithRenewals(ctx, unlocked, 'changeOwnMailingAddress', async (ctx, policy) => {
    await requireIdentifiedInsured(ctx, policy)
    const { policyId } = policy
    const term = await readTerm(ctx.db, policy)
    if (isSameMailingAddress(getMailingAddress(term.row), address))
      throw createUnprocessableError('nothing_changed', 'addr1: this is already the mailing address.', 'addr1')
    const today = getPropertyDate(ctx.now, policy)
    const effectiveDate = getLaterDate(today, policy.inceptionDate)
    const policyTransactionId = await addTransaction(ctx.db, policyId, {
      ...{ type: 'EB', day: today, effective: effectiveDate, description: 'Mailing address change', grossCents: 0 },
      columns: toMailingAddressColumns(address),
      author: { userId: null, name: getActorName(ctx.actor) },
    })
    await reissueDeclarations(ctx, policyId, { id: policyTransactionId, type: 'EB' })
    const change = { before: term, after: term, mailingAddress: address }
    await applyRenewalChange(ctx, { policyNo, transactionId: policyTransactionId, today, change }, policy)
    await publishEvent(ctx, policyEndorsedEvent, {
      ...{ policy, policyTransactionId, effectiveDate, invoiceId: undefined, changes: ['mailing address'] },
      ...{ changeCents: 0, totalCents: policy.totalPremiumCents, payees: [], held: [] },
      billsLender: term.isBilledToLender,
    })
    await writeAuditEntry(ctx, {
      ...{ action: 'policy.endorse', entity: 'policy', entityId: policyNo, policyId },
      details: { policyTransactionId, type: 'EB', changes: ['mailing address'], totalCents: 0 },
    })
    return { policyNo, policyTransactionId, effectiveDate }
  })
}
