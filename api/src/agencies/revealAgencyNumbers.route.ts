import type { AgencyNumbers, RevealRequest } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { decryptText } from '../http/encrypted-text.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import type { EncryptedNumberColumn } from './sealed-number.ts'
import { lockAgency } from './update-agency.ts'

const action = 'agency.revealNumbers'
/** Number of times that one person can reveal agency numbers within 24 hours. */
const revealsPerDay = 10
const dayMs = 86_400_000

/**
 * Throws 429 if the caller has reached the limit of reveals. Retry-After is the time until the next reveal is allowed.
 * A lock prevents concurrent requests from exceeding the limit.
 */
async function assertBelowLimit(ctx: TransactionContext): Promise<void> {
  const accountId = getAccountId(ctx.actor)
  await sql`select pg_advisory_xact_lock(hashtext(${`${action}:${accountId}`}))`.execute(ctx.db)
  const reveals = await ctx.db
    .selectFrom('audit_log')
    .select('occurred_at')
    .where('action', '=', action)
    .where('actor_id', '=', accountId)
    .where('occurred_at', '>', new Date(ctx.now.getTime() - dayMs))
    .orderBy('occurred_at', 'desc')
    .limit(revealsPerDay)
    .execute()
  const oldest = reveals[revealsPerDay - 1]
  if (!oldest) return
  const seconds = Math.max(1, Math.ceil((oldest.occurred_at.getTime() + dayMs - ctx.now.getTime()) / 1000))
  throw new ApiError({
    code: 'too_many_requests',
    message: `You can reveal numbers ${revealsPerDay} times in 24 hours. Ask a colleague, or try again later.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * Returns the unmasked tax id and bank account of an agency. The same transaction records the reveal in the audit log,
 * with the reason and the reference.
 * @throws {ApiError} 404 if the agency does not exist; 429 after ten reveals by this person within 24 hours
 */
const reveal = (ctx: Ctx, agencyNo: string, { reason, reference }: RevealRequest): Promise<AgencyNumbers> =>
  runInTransaction(ctx, async (ctx) => {
    const row = await lockAgency(ctx, { no: agencyNo })
    await assertBelowLimit(ctx)
    const opened = (column: EncryptedNumberColumn) => {
      const sealed = row[column]
      return sealed && decryptText(ctx.keys.sealing, { row: row.agency_id, column }, sealed)
    }
    await writeAuditEntry(ctx, {
      ...{ action, entity: 'agency', entityId: agencyNo },
      details: { reason, reference: reference.trim() },
    })
    return {
      taxId: opened('tax_id_sealed'),
      bankRoutingNo: row.bank_routing_no,
      bankAccountNo: opened('bank_account_sealed'),
    }
  })

export const revealAgencyNumbers: Handler<'revealAgencyNumbers'> = async (ctx, { path, body }) =>
  ok(await reveal(ctx, path.agencyNo, body))
