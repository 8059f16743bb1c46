import type { Kysely } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import type { DB } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { parseIdOrNull } from '../../http/id.ts'
import { formatDollars, toCents, toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPolicies } from '../../ledger/lock-policies.ts'
import { getRenewalCredit } from '../../ledger/overpayment.ts'
import { getPolicyBalance, lockBalance, type PolicyBalance } from '../../ledger/store.ts'
import { getWriteOffs, lockWriteOff, postWriteOff, reverseWriteOff, type WriteOffRow } from '../../ledger/write-offs.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { readWriteOffLimitCents } from '../../settings/settings.ts'
import { getPaymentAuthor } from '../author.ts'
import { assertCanWriteOff, findWriteOffProblem, type WriteOffInput } from './write-off-rules.ts'

export type WriteOffResponse = Operations['writeOffBalance']['response']['payload']
type Overview = Operations['listWriteOffs']['response']['payload']

const toWriteOffResponse = (policyNo: string, row: WriteOffRow): WriteOffResponse => ({
  writeOffId: row.write_off_id,
  policyNo,
  amount: toDollars(row.amount_cents),
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  createdByUserName: row.created_by,
  reversedAt: row.reversed_at?.toISOString() ?? null,
  reversedByUserName: row.reversed_by,
  reversalReason: row.reversal_reason,
})

async function getFacts(
  ctx: { db: Kysely<DB>; now: Date },
  policyId: string,
  { dueCents, processingCents }: PolicyBalance,
): Promise<WriteOffInput> {
  return {
    ...{ dueCents, processingCents },
    keptCents: await getRenewalCredit(ctx.db, policyId),
    limitCents: await readWriteOffLimitCents(ctx.db, ctx.now),
  }
}

/**
 * Returns a policy's write-offs and whether its balance can be written off now. Throws 404 if the policy does not
 * exist.
 */
export async function listWriteOffs(ctx: Ctx, policyNo: string): Promise<Overview> {
  const { policyId } = await requirePolicy(ctx, policyNo)
  const facts = await getFacts(ctx, policyId, await getPolicyBalance(ctx.db, policyId))
  return {
    balance: toDollars(facts.dueCents),
    limit: toDollars(facts.limitCents),
    unavailableReason: findWriteOffProblem(facts)?.reason ?? null,
    writeOffs: (await getWriteOffs(ctx.db, policyId)).map((row) => toWriteOffResponse(policyNo, row)),
  }
}

/**
 * Writes off a policy's whole balance, either a debt or a credit. The balance must equal the amount that the user saw.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 409 if the balance has changed, is zero or is kept
 * for the renewal, or a payment is processing; 422 if it exceeds the limit in the settings
 */
export async function writeOffBalance(
  ctx: Ctx,
  input: { policyNo: string; amount: number; reason: string },
): Promise<WriteOffResponse> {
  const seenCents = toCents(input.amount, 'amount')
  const { policyId } = await requirePolicy(ctx, input.policyNo)
  return runInTransaction(ctx, async (ctx) => {
    await lockPolicies(ctx.db, [policyId])
    const facts = await getFacts(ctx, policyId, await lockBalance(ctx.db, policyId))
    assertCanWriteOff(facts)
    const { dueCents: amountCents } = facts
    if (amountCents !== seenCents)
      throw createConflictError(
        'amount_changed',
        `The policy ${amountCents > 0 ? 'owes' : 'holds'} ${formatDollars(Math.abs(amountCents))} now. Nothing was written off. Please review the balance.`,
        'amount',
      )
    const reason = input.reason.trim()
    const row = await postWriteOff(ctx.db, {
      policyId,
      amountCents,
      reason,
      author: getPaymentAuthor(ctx),
      now: ctx.now,
    })
    await writeAuditEntry(ctx, {
      ...{ action: 'balance.writeOff', entity: 'writeOff', entityId: row.write_off_id, policyId },
      details: { amountCents, reason },
    })
    return toWriteOffResponse(input.policyNo, row)
  })
}

/**
 * Reverses a write-off and restores the balance.
 * @throws {ApiError} 404 if the write-off does not exist; 409 if it was reversed before
 */
export async function reversePolicyWriteOff(
  ctx: Ctx,
  input: { writeOffId: string; reason: string },
): Promise<WriteOffResponse> {
  const known = await ctx.db
    .selectFrom('write_offs')
    .innerJoin('policies', 'policies.policy_id', 'write_offs.policy_id')
    .select(['write_offs.policy_id as policyId', 'policies.policy_no as policyNo'])
    .where('write_off_id', '=', parseIdOrNull(input.writeOffId))
    .executeTakeFirst()
  if (!known) throw createNotFoundError({ writeOff: input.writeOffId })
  const { policyId, policyNo } = known
  await requirePolicy(ctx, policyNo)
  return runInTransaction(ctx, async (ctx) => {
    await lockPolicies(ctx.db, [policyId])
    await lockBalance(ctx.db, policyId)
    const row = await lockWriteOff(ctx.db, input.writeOffId)
    if (!row || row.reversed_at)
      throw createConflictError('already_reversed', 'This write-off has already been reversed.')
    const reason = input.reason.trim()
    const after = await reverseWriteOff(ctx.db, row, { reason, author: getPaymentAuthor(ctx), now: ctx.now })
    await writeAuditEntry(ctx, {
      ...{ action: 'balance.reverseWriteOff', entity: 'writeOff', entityId: row.write_off_id, policyId },
      details: { amountCents: row.amount_cents, reason },
    })
    return toWriteOffResponse(policyNo, after)
  })
}
