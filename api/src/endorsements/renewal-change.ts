import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { getLaterDate } from '../calendar/days.ts'
import type { CoverageLetter } from '../catalog/coverages.ts'
import { executePrepared, prepared } from '../db/prepared-statement.ts'
import { reissueDeclarations, savePrintedLienholders } from '../documents/reissue-declarations.ts'
import type { Operations } from '../generated/operations.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockBalance } from '../ledger/store.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import type { PolicyAction } from '../policy/can/policy-actions.ts'
import { changePolicy, type LockedPolicy } from '../policy/change-policy.ts'
import { getElapsedReturnCents } from '../policy/elapsed-charges.ts'
import { replaceLienholders } from '../policy/lienholders.ts'
import { postTransaction } from '../policy/post-transaction.ts'
import { type PolicyTerm, readTerm } from '../policy/read-term.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import type { PricedTerm } from '../pricing/endorsement.ts'
import { type ChangedTermValues, clampEffectiveDate } from '../pricing/term.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import { getEndorsementDueDate } from './due-date.ts'
import { policyEndorsedEvent } from './events.ts'
import { getInheritedValues, priceInheritedValues } from './inherited-values.ts'
import {
  getLienholders,
  hasSameLienholders,
  type LienholderChange,
  type QuoteLienholder,
  toLienholderRow,
} from './lienholders.ts'
import { getMailingAddress, isSameMailingAddress, toMailingAddressColumns } from './mailing-address.ts'
import { closeOpenMortgageeChange } from './mortgagee-changes/close.ts'
import { notifyRemovedLenders } from './notify-removed-lenders.ts'
import { applyPayerChange, findPayerChange, toPayerChangeResponse } from './payer-change.ts'
import type { PricedQuote } from './price-quote.ts'
import type { QuoteApplication } from './quote-row.ts'
import { releaseEndorsementRefund } from './release-refund.ts'
import { toTermCoverageColumns } from './term-coverage-columns.ts'

type Presented = NonNullable<Operations['getQuote']['response']['pricing']['renewal']>

/** A change to an expiring term: the term before and after the change, and other changed fields. */
export interface ExpiringTermChange {
  before: PolicyTerm
  after: Pick<PricedTerm, 'begun' | 'changes'>
  mailingAddress?: QuoteApplication['mailingAddress'] | undefined
  lienholders?: LienholderChange | undefined
}

/** The changes to a bound renewal that result from a change to its expiring term. */
export interface RenewalChange {
  renewal: Policy
  term: PolicyTerm
  priced: PricedQuote
  mailingAddress: QuoteApplication['mailingAddress'] | undefined
  lienholders: LienholderChange | undefined
  /** Names of the changed fields, for emails and audit entries. */
  changes: string[]
}

/**
 * Returns the renewal of a policy unless the renewal is cancelled. Does not check the caller's access because callers
 * who can change the term can change its renewal.
 */
async function findRenewal(
  ctx: Ctx,
  { policyId, nextPolicyId }: Pick<Policy, 'policyId' | 'nextPolicyId'>,
): Promise<Policy | undefined> {
  if (nextPolicyId === null) return undefined
  const [found] = await executePrepared(
    ctx.db,
    ctx.db
      .selectFrom('policies as p')
      .innerJoin('policies as r', 'r.policy_id', 'p.next_policy_id')
      .select('r.policy_no')
      .where('p.policy_id', '=', policyId)
      .where('r.original_trans_type', '=', 'RN')
      .whereRef('r.previous_policy_id', '=', 'p.policy_id'),
  )
  if (!found) return undefined
  const renewal = await requirePolicy({ ...ctx, actor: { kind: 'job', name: 'renewal' } }, found.policy_no)
  return renewal.isCancelled ? undefined : renewal
}

/**
 * Locks a policy and its renewals in a fixed order. Without this order, a concurrent transfer between these policies
 * could cause a deadlock.
 */
const lockWithRenewals = ({ db }: Pick<TransactionContext, 'db'>, policyId: string) =>
  sql`${prepared} with recursive terms as (
      select policy_id, next_policy_id from policies where policy_id = ${policyId}
      union
      select r.policy_id, r.next_policy_id from terms t join policies r on r.policy_id = t.next_policy_id
      where r.original_trans_type = 'RN')
    select from policies where policy_id in (select policy_id from terms) order by policy_id for no key update`.execute(
    db,
  )

/** Runs `changePolicy` for an action that can also change the policy's renewals, with the renewals locked, too. */
export const changePolicyWithRenewals = <Result>(
  ctx: Ctx,
  policy: Policy,
  action: PolicyAction,
  work: (ctx: TransactionContext, policy: LockedPolicy) => Promise<Result>,
): Promise<Result> =>
  runInTransaction(ctx, async (ctx) => {
    if (policy.nextPolicyId !== null) await lockWithRenewals(ctx, policy.policyId)
    return changePolicy(ctx, policy.policyNo, action, async (ctx, locked) => {
      // The renewal was bound after the policy was read.
      if (policy.nextPolicyId === null && locked.nextPolicyId !== null) await lockWithRenewals(ctx, policy.policyId)
      return work(ctx, locked)
    })
  })

/**
 * Returns the values that the renewal's own endorsements set from its inception date. A change to the expiring term
 * must not overwrite them. Reversed endorsements are ignored.
 */
async function findOwnSets(
  { db }: Pick<Ctx, 'db'>,
  policyId: string,
  { begun, changes }: PolicyTerm,
): Promise<ChangedTermValues[]> {
  const rows = await db
    .selectFrom('policy_transactions')
    .select(['policy_transaction_id', 'source_transaction_id', 'reverses_transaction_id'])
    .where('policy_id', '=', policyId)
    .where((row) =>
      row.or([row('source_transaction_id', 'is not', null), row('reverses_transaction_id', 'is not', null)]),
    )
    .execute()
  const ignored = new Set(rows.flatMap((row) => [row.policy_transaction_id, row.reverses_transaction_id]))
  return changes
    .filter((change) => !ignored.has(change.id) && clampEffectiveDate(begun, change) === begun.inceptionDate)
    .map(({ sets }) => sets)
}

const withoutIds = (list: readonly QuoteLienholder[]) => list.map((one) => ({ ...one, lienholderId: null }))

/**
 * Returns the change of the renewal's lienholders. Returns undefined if the lienholders did not change, or if the renewal already
 * has other lienholders than the expiring term. Existing lienholders keep their ids.
 */
async function findLienholders(
  { db }: Pick<Ctx, 'db'>,
  policyId: string,
  change: ExpiringTermChange['lienholders'],
): Promise<LienholderChange | undefined> {
  if (!change || hasSameLienholders(change.before, change.after)) return undefined
  const own = await getLienholders(db, policyId)
  if (!hasSameLienholders(withoutIds(own), withoutIds(change.before))) return undefined
  const ids = new Map(change.before.map(({ lienholderId }, index) => [lienholderId, own[index]?.lienholderId]))
  const after = change.after.map((one) => ({
    ...one,
    lienholderId: (one.lienholderId && ids.get(one.lienholderId)) || null,
  }))
  return { before: own, after }
}

/**
 * Returns the changes to a bound renewal that result from a change to its expiring term. Values set by the renewal's
 * own endorsements stay. Returns undefined if there is no active renewal or nothing changes.
 */
export async function findRenewalChange(
  ctx: Ctx,
  policy: Pick<Policy, 'policyId' | 'nextPolicyId'>,
  change: ExpiringTermChange,
): Promise<RenewalChange | undefined> {
  const renewal = await findRenewal(ctx, policy)
  if (!renewal) return undefined
  const term = await readTerm(ctx.db, renewal)
  const priced = priceInheritedValues(term, getInheritedValues(change, await findOwnSets(ctx, renewal.policyId, term)))
  const address = change.mailingAddress
  const earlier = getMailingAddress(change.before.row)
  const own = getMailingAddress(term.row)
  const followsAddress = address && !isSameMailingAddress(address, earlier) && isSameMailingAddress(own, earlier)
  const lienholders = await findLienholders(ctx, renewal.policyId, change.lienholders)
  const changes = [
    ...Object.keys(priced.sets.limits).map((code) => `coverage ${code}`),
    ...(priced.sets.deductibleCents === undefined ? [] : ['deductible']),
    ...(followsAddress ? ['mailing address'] : []),
    ...(lienholders ? ['lienholders'] : []),
  ]
  if (changes.length === 0) return undefined
  return { renewal, term, priced, mailingAddress: followsAddress ? address : undefined, lienholders, changes }
}

/** Throws 422 if the renewal has no rate for a changed coverage. */
export function requireValidRenewalChange({ renewal, term, priced }: RenewalChange): void {
  const unpriced = Object.keys(priced.sets.limits).find((code) => {
    const coverage = term.begun.coverages.find((one) => one.code === code)
    return !coverage?.limitCents || !coverage.premiumCents
  })
  if (unpriced)
    throw createUnprocessableError(
      'limit_fixed',
      `coverages: renewal ${renewal.policyNo} was bound without coverage ${unpriced}. Cancel the renewal first.`,
      'coverages',
    )
}

export const toRenewalChangeResponse = ({ renewal, term, priced, changes }: RenewalChange): Presented => {
  const changeCents = priced.difference.premiumCents + sumTaxes(priced.taxes)
  return {
    policyNo: renewal.policyNo,
    effectiveDate: renewal.inceptionDate,
    changes,
    coverages: Object.entries(priced.sets.limits).map(([code, limitCents]) => ({
      code: code as CoverageLetter,
      limit: toDollars(limitCents),
    })),
    change: toDollars(changeCents),
    totalPremium: toDollars(term.row.total_premium_cents + changeCents),
  }
}

/**
 * Posts a change on the renewal in the same database transaction as the endorsement, including invoice or refund,
 * commission, declarations page and emails. If the renewal has itself been renewed, that renewal is also changed.
 */
export async function applyRenewalChange(
  ctx: TransactionContext,
  from: { policyNo: string; transactionId: string; change: ExpiringTermChange; today: string; groupId?: string },
  policy: Pick<LockedPolicy, 'policyId' | 'nextPolicyId'>,
): Promise<void> {
  const found = await findRenewalChange(ctx, policy, from.change)
  if (!found) return
  requireValidRenewalChange(found)
  const { renewal, term, priced, mailingAddress, lienholders, changes } = found
  const { policyId: renewalId, inceptionDate } = renewal
  await lockBalance(ctx.db, renewalId)
  const payerChange = lienholders && (await findPayerChange(ctx.db, renewal, lienholders, from.today))
  if (payerChange) await applyPayerChange(ctx, payerChange)
  const billsLender = payerChange ? payerChange.lenderAfter !== null : term.isBilledToLender
  // A renewal invoice is not due before the renewal begins.
  const dueDate = getLaterDate(getEndorsementDueDate(from.today), inceptionDate)
  const posted = await postTransaction(ctx.db, renewalId, {
    ...{ type: 'EB', day: from.today, effective: inceptionDate, dueDate },
    paymentInterval: renewal.paymentInterval,
    description: `Endorsement carried forward from ${from.policyNo}`,
    grossCents: priced.difference.premiumCents,
    ...{ sets: priced.sets, taxes: priced.taxes },
    columns: {
      ...toTermCoverageColumns(priced.price),
      ...(mailingAddress && toMailingAddressColumns(mailingAddress)),
      source_transaction_id: from.transactionId,
    },
    ...(from.groupId && { groupId: from.groupId }),
    billedTo: billsLender ? 'lienholder' : 'insured',
    author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
  })
  const { policyTransactionId, totalCents, invoice } = posted
  const { payees, held } = await releaseEndorsementRefund(ctx, renewalId, {
    ...{ posted, cause: 'renewal', effectiveDate: inceptionDate },
    elapsedCents: getElapsedReturnCents(term, priced.schedule, from.today),
    description: 'Return premium of an endorsement',
  })
  if (lienholders) await savePrintedLienholders(ctx, renewalId)
  await reissueDeclarations(ctx, renewalId, { id: policyTransactionId, type: 'EB' })
  if (lienholders) {
    await replaceLienholders(ctx.db, renewalId, lienholders.after.map(toLienholderRow))
    await notifyRemovedLenders(ctx, renewal.policyNo, lienholders, inceptionDate)
    await closeOpenMortgageeChange(ctx, renewal, 'superseded')
  }
  await publishEvent(ctx, policyEndorsedEvent, {
    ...{ policy: renewal, policyTransactionId, effectiveDate: inceptionDate, changes },
    invoiceId: invoice?.invoiceId,
    ...{
      changeCents: totalCents,
      totalCents: renewal.totalPremiumCents + totalCents,
      payees,
      held,
      billsLender,
      payerChange,
    },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'policy.endorse', entity: 'policy', entityId: renewal.policyNo, policyId: renewalId },
    details: {
      ...{ policyTransactionId, follows: from.transactionId, from: from.policyNo, changes, totalCents },
      ...(payerChange && { billed: toPayerChangeResponse(payerChange) }),
    },
  })
  const next: ExpiringTermChange = {
    before: term,
    after: priced,
    mailingAddress,
    ...(from.change.lienholders && lienholders && { lienholders: from.change.lienholders }),
  }
  const { today, groupId } = from
  await applyRenewalChange(
    ctx,
    {
      policyNo: renewal.policyNo,
      transactionId: policyTransactionId,
      change: next,
      today,
      ...(groupId && { groupId }),
    },
    renewal,
  )
}
