import { getPropertyDate } from '../../calendar/property-date.ts'
import { hasOpenClaim } from '../../claims/return-premium-hold.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import type { OperationInput } from '../../http/operation.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { getAmountDue } from '../../payments/charge/amount-due.ts'
import { changePolicyAsSystem, type LockedPolicy } from '../../policy/change-policy.ts'
import { isBilledToLender } from '../../policy/payer.ts'
import { readTerm } from '../../policy/read-term.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { bindQuote } from '../bind-quote.ts'
import { createQuote } from '../create-quote.ts'
import { getLienholderEffects } from '../lienholder-effects.ts'
import { getLienholders } from '../lienholders.ts'
import { readQuote } from '../quote.ts'
import { changePolicyWithRenewals, findRenewalChange } from '../renewal-change.ts'
import { saveQuote } from '../save-quote.ts'
import { closeMortgageeChange } from './close.ts'
import { findOpenMortgageeChange, type MortgageeChangeRow } from './mortgagee-change.ts'

type Decided = Operations['decideMortgageeChange']['response']['payload']
type DecisionRequest = OperationInput<'decideMortgageeChange'>

/**
 * Returns the open request.
 * @throws {ApiError} 404 if the policy has no such request; 409 if it is no longer open
 */
async function requireOpenChange(
  ctx: TransactionContext,
  policy: LockedPolicy,
  mortgageeChangeId: string,
): Promise<MortgageeChangeRow> {
  const open = await findOpenMortgageeChange(ctx.db, policy.policyId)
  if (open?.id === mortgageeChangeId) return open
  const known = await ctx.db
    .selectFrom('mortgagee_changes')
    .select('status')
    .where('mortgagee_change_id', '=', mortgageeChangeId)
    .where('policy_id', '=', policy.policyId)
    .executeTakeFirst()
  if (!known) throw createNotFoundError({ mortgageeChangeId })
  throw createConflictError('request_closed', 'This request is no longer open.')
}

/** Throws 409 if the staff member is the policyholder, who cannot decide their own request (POL-20). */
function assertNotRequester({ actor }: TransactionContext, policy: LockedPolicy, change: MortgageeChangeRow): void {
  if (actor.kind !== 'staff') return
  const own = actor.email.toLowerCase()
  if ([policy.email, change.requestedByEmail].some((email) => email.toLowerCase() === own))
    throw createConflictError('requires_second_person', 'This is your own policy. Someone else must decide.')
}

/** Throws 409 if a claim is open, because its payment may belong to the lienholder that the request removes (POL-21). */
async function assertNoOpenClaim(ctx: TransactionContext, { kind, policyId }: MortgageeChangeRow): Promise<void> {
  if (kind !== 'add' && (await hasOpenClaim(ctx.db, policyId)))
    throw createConflictError(
      'claim_open',
      'A claim of this policy is open. A lienholder cannot be replaced or removed until it is closed.',
    )
}

/** Returns the name of the lender that is billed, or null if the insured is billed. */
const findBilledLender = async ({ db }: TransactionContext, policyId: string): Promise<string | null> =>
  (await isBilledToLender(db, policyId)) ? ((await getLienholders(db, policyId))[0]?.name ?? null) : null

/** Returns what an approval changes besides the lienholders: a bound renewal, who is billed, and letters to lenders. */
async function previewEffects(ctx: TransactionContext, policy: LockedPolicy, { before, after }: MortgageeChangeRow) {
  const term = await readTerm(ctx.db, policy)
  const lienholders = { before, after }
  const renewal = await findRenewalChange(ctx, policy, { before: term, after: term, lienholders })
  const today = getPropertyDate(ctx.now, policy)
  return {
    renewalPolicyNo: renewal?.renewal.policyNo ?? null,
    ...(await getLienholderEffects(ctx.db, policy, lienholders, renewal, today)),
  }
}

/** Binds the change with the same functions that staff use to change lienholders, so that the same rules apply (END-6). */
async function bindChange(ctx: TransactionContext, { policyNo, after }: MortgageeChangeRow) {
  const quoteNumber = await createQuote(ctx, { policyNo, kind: 'endorsement' })
  const quote = await readQuote(ctx, quoteNumber)
  await saveQuote(ctx, { ...quote, application: { ...quote.application, lienholderList: after } })
  return bindQuote(ctx, {
    quoteNumber,
    description: 'Mortgagee change requested by the policyholder',
    comments: undefined,
    approvesMortgageeChange: true,
  })
}

/** Returns the values that an approval and a rejection have in common, after the decision. */
async function describeDecision(ctx: TransactionContext, policy: LockedPolicy) {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  return {
    lenderBilledAfter: await findBilledLender(ctx, policy.policyId),
    amountDue: toDollars((await getAmountDue(ctx.db, policy, ctx.now)).payableCents),
    emailRecipients: [...(policyholder ? (['policyholder'] as const) : []), ...(agency ? (['agency'] as const) : [])],
  }
}

async function approve(ctx: TransactionContext, policy: LockedPolicy, change: MortgageeChangeRow): Promise<Decided> {
  await assertNoOpenClaim(ctx, change)
  const effects = await previewEffects(ctx, policy, change)
  const { policyTransactionId, effectiveDate } = await bindChange(ctx, change)
  const status = 'approved'
  await closeMortgageeChange(ctx, { policy, change, status, policyTransactionId })
  return {
    ...{ status, policyTransactionId, effectiveDate, ...effects },
    ...(await describeDecision(ctx, policy)),
  }
}

async function reject(
  ctx: TransactionContext,
  policy: LockedPolicy,
  change: MortgageeChangeRow,
  reason: string,
): Promise<Decided> {
  const status = 'rejected'
  await closeMortgageeChange(ctx, { policy, change, status, reason })
  return {
    ...{ status, policyTransactionId: null, effectiveDate: null, renewalPolicyNo: null },
    ...{ payerChanges: [], letterRecipients: [] },
    ...(await describeDecision(ctx, policy)),
  }
}

/**
 * Approves or rejects a mortgagee change request (POL-20, POL-21). An approval changes the lienholders in the same
 * transaction.
 * @throws {ApiError} 404 if the request does not exist; 409 if it is no longer open, the caller is the policyholder, a
 * claim is open or the lienholders cannot be changed; 422 if the reason of a rejection is missing
 */
export async function decideMortgageeChange(
  ctx: Ctx,
  { policyNo, mortgageeChangeId }: DecisionRequest['path'],
  { decision, reason = '' }: DecisionRequest['body'],
): Promise<Decided> {
  if (decision === 'reject' && reason.trim() === '')
    throw createUnprocessableError('missing_reason', 'reason: enter why the request is rejected.', 'reason')
  const decide = async (ctx: TransactionContext, policy: LockedPolicy) => {
    const change = await requireOpenChange(ctx, policy, mortgageeChangeId)
    assertNotRequester(ctx, policy, change)
    return decision === 'approve' ? approve(ctx, policy, change) : reject(ctx, policy, change, reason.trim())
  }
  // A request can be rejected even if the policy is pending cancellation, but its lienholders cannot be changed then.
  return decision === 'approve'
    ? changePolicyWithRenewals(ctx, await requirePolicy(ctx, policyNo), 'editLienholders', decide)
    : changePolicyAsSystem(ctx, policyNo, decide)
}
