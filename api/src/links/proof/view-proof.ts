import { getPropertyDate } from '../../calendar/property-date.ts'
import { getDocumentData } from '../../documents/document-data.ts'
import type { Operations } from '../../generated/operations.ts'
import { ApiError, createNotFoundError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import type { PolicyStatusFlags } from '../../policy/status.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { hashProofToken } from './proof-token.ts'

type ProofOfInsurance = Operations['viewProofOfInsurance']['response']['payload']

/** Status in a proof of insurance, by policy status. A non-renewed policy is active until its expiration date. */
const proofStatuses: Record<PolicyStatusFlags['status'], ProofOfInsurance['status']> = {
  Active: 'active',
  'Non-renew': 'active',
  Bound: 'bound',
  'Pending Cancel': 'pendingCancel',
  Cancelled: 'cancelled',
  Expired: 'expired',
  Inactive: 'inactive',
}

/**
 * Returns the current proof of insurance of a link and records the view (POL-15). Coverages, deductibles and premium are
 * those of a declarations page that is issued now.
 * @throws {ApiError} 404 if the token is unknown; 410 if the link was revoked or has expired
 */
export const viewProofOfInsurance = (ctx: Ctx, token: string): Promise<ProofOfInsurance> =>
  runInTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const link = await db
      .selectFrom('proof_links as l')
      .innerJoin('policies as p', 'p.policy_id', 'l.policy_id')
      .select(['l.proof_link_id', 'l.expires_at', 'l.revoked_at', 'p.policy_no'])
      .where('l.token_hash', '=', hashProofToken(token))
      .forUpdate('l')
      .executeTakeFirst()
    if (!link) throw createNotFoundError('unknown proof token')
    const reason = 'Ask the policyholder or the agency for a new one.'
    if (link.revoked_at) throw new ApiError({ code: 'link_revoked', message: `This link was revoked. ${reason}` })
    if (link.expires_at <= now) throw new ApiError({ code: 'gone', message: `This link has expired. ${reason}` })
    // The link replaces the caller's own access to the policy.
    const policy = await requirePolicy({ ...ctx, actor: { kind: 'job', name: 'Proof of insurance' } }, link.policy_no)
    const { policy_transaction_id: transactionId } = await db
      .selectFrom('policy_transactions')
      .select('policy_transaction_id')
      .where('policy_id', '=', policy.policyId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const data = await getDocumentData(db, transactionId, now, [])
    const { dueCents } = await getBalanceAndAmountDue(db, policy.policyId, getPropertyDate(now, policy))
    await db.insertInto('proof_link_views').values({ proof_link_id: link.proof_link_id, viewed_at: now }).execute()
    await db
      .updateTable('proof_links')
      .set((eb) => ({ view_count: eb('view_count', '+', 1) }))
      .where('proof_link_id', '=', link.proof_link_id)
      .execute()
    const hasCancellationDate = policy.isCancelled || (policy.isPendingCancel && policy.cancelAcceptedAt !== null)
    return {
      asOf: now.toISOString(),
      policyNo: policy.policyNo,
      productName: data.productName,
      insurerName: data.insurer.name,
      insurerPhone: data.insurer.phone,
      insuredName: data.insuredName,
      propertyAddress: data.propertyAddress,
      status: proofStatuses[policy.status],
      inceptionDate: data.inceptionDate,
      expirationDate: data.expirationDate,
      coverageEndsOn: hasCancellationDate ? policy.cancelEffectiveDate : null,
      coverages: data.coverages.map(({ name, effectiveDate, limit }) => ({
        ...{ name, effectiveDate },
        limit: typeof limit === 'number' ? toDollars(limit) : null,
        limitText: typeof limit === 'number' ? null : limit,
      })),
      deductibles: data.deductibles.map(({ effectiveDate, cents }) => ({ effectiveDate, amount: toDollars(cents) })),
      totalPremium: toDollars(data.totalPremiumCents),
      isPremiumPaid: dueCents <= 0,
      linkExpiresAt: link.expires_at.toISOString(),
    }
  })
