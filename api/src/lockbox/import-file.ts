import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import { recordStoredFile } from '../documents/document-file.ts'
import { normalizeFileName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { ApiError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { OperationInput } from '../http/operation.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockPolicies } from '../ledger/lock-policies.ts'
import { postUnappliedCash } from '../ledger/payments.ts'
import { requiresSecondPerson } from '../payments/checks/second-person.ts'
import { defaultLockboxLayout } from '../settings/lockbox-layout.ts'
import { readSettings } from '../settings/settings.ts'
import { applyCheck } from './apply-check.ts'
import { type LockboxImportRow, requireLockboxImport, toLockboxImportResponse } from './imports.ts'
import { parseBai } from './parse-bai.ts'
import { parseCsv } from './parse-csv.ts'
import {
  assertNoNulCharacters,
  assertNotCashReport,
  assertValidChecks,
  getDepositPosition,
  type ParsedCheck,
} from './parsed-check.ts'
import { findPolicyNumbers } from './policy-numbers.ts'

type Upload = OperationInput<'importLockboxFile'>['body']
type Import = Operations['importLockboxFile']['response']['payload']

async function getChecks(ctx: Ctx, { format = 'bai', bank }: Upload, text: string): Promise<ParsedCheck[]> {
  assertNoNulCharacters(text)
  assertNotCashReport(text)
  if (format === 'csv') return parseCsv(text)
  const layouts = (await readSettings(ctx.db, ctx.now))['lockbox.layouts']
  const layout = bank ? layouts[bank] : defaultLockboxLayout
  if (!layout)
    throw createUnprocessableError('unknown_bank', `bank: no file layout exists for the bank ${bank}.`, 'bank')
  return parseBai(text, layout)
}

interface Known {
  deposit: string
  place: string
  amountCents: number
  checkNo: string
}

/** Returns the stored checks of the same lockboxes and deposit dates as the checks in the file. */
async function getKnown(trx: Transaction<DB>, checks: readonly ParsedCheck[]): Promise<Map<string, Known[]>> {
  const { rows } = await sql<Known>`
    select concat_ws('|', lockbox_no, deposit_date) as deposit,
      concat_ws('|', lockbox_no, deposit_date, batch_no, item_no) as place, amount_cents as "amountCents",
      coalesce(check_no, '') as "checkNo"
    from lockbox_items
    where (lockbox_no, deposit_date) in (select * from unnest(${checks.map((check) => check.lockboxNo)}::text[],
      ${checks.map((check) => check.depositDate)}::date[]))`.execute(trx)
  return Map.groupBy(rows, (row) => row.deposit)
}

const withoutZeros = (checkNo: string) => checkNo.replace(/^0+/, '')
const isSame = (check: ParsedCheck, known: Known) =>
  check.amountCents === known.amountCents && withoutZeros(check.checkNo) === withoutZeros(known.checkNo)

const named = (known: Known) => `Check ${known.checkNo} of $${toDollars(known.amountCents).toFixed(2)}`

/**
 * Returns the reason why staff must decide about a check that contains a policy number. Returns undefined if the check
 * can be applied.
 */
async function getAttention(
  ctx: TransactionContext,
  check: ParsedCheck,
  before: readonly Known[],
): Promise<string | undefined> {
  const there = before.find((known) => known.place === getDepositPosition(check))
  if (there) return `${named(there)} already has the same position. Ask the bank which one is correct.`
  const twin = before.find((known) => isSame(check, known))
  if (twin)
    return `${named(twin)} already has another position in the same deposit. Ask the bank whether there are two checks.`
  if (findPolicyNumbers(check.reference).length > 1) return 'The reference contains more than one policy number.'
  if (await requiresSecondPerson(ctx, check.amountCents)) return 'A check of this size requires two people.'
  return undefined
}

/** Inserts a lockbox item and posts its money as unapplied cash. */
async function importParts(trx: Transaction<DB>, fileId: string, check: ParsedCheck, attention: string | undefined) {
  const row = await trx
    .insertInto('lockbox_items')
    .values({
      lockbox_file_id: fileId,
      lockbox_no: check.lockboxNo,
      deposit_date: check.depositDate,
      batch_no: check.batchNo,
      item_no: check.itemNo,
      amount_cents: check.amountCents,
      check_no: check.checkNo,
      remitter_name: check.payer || null,
      reference: check.reference || null,
      attention: attention ?? null,
    })
    .returning('lockbox_item_id')
    .executeTakeFirstOrThrow()
  await postUnappliedCash(trx, row.lockbox_item_id, check.amountCents)
  return row.lockbox_item_id
}

/**
 * Locks the policies whose exact numbers are on the checks, and returns their numbers. Excludes cancelled policies
 * because staff decide about them.
 */
async function lockNamedPolicies(trx: Transaction<DB>, checks: readonly ParsedCheck[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('policies')
    .select(['policy_no', 'policy_id'])
    .where(sql<boolean>`policy_no = any(${checks.flatMap(({ reference }) => findPolicyNumbers(reference))}::text[])`)
    .where('cancelled_at', 'is', null)
    .execute()
  await lockPolicies(
    trx,
    rows.map((row) => row.policy_id),
  )
  return new Set(rows.map((row) => row.policy_no))
}

/**
 * Applies a check and returns true. If the policy does not accept it, stores the message for staff and returns false.
 */
async function applyAutomatically(
  ctx: TransactionContext,
  check: ParsedCheck,
  itemId: string,
  policyNo: string,
): Promise<boolean> {
  try {
    await applyCheck(ctx, { ...check, itemId }, [{ policyNo, amountCents: check.amountCents }])
    return true
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    await ctx.db
      .updateTable('lockbox_items')
      .set({ attention: thrown.message.slice(0, 200) })
      .where('lockbox_item_id', '=', itemId)
      .execute()
    return false
  }
}

async function importChecks(ctx: TransactionContext, fileId: string, checks: readonly ParsedCheck[]) {
  const policies = await lockNamedPolicies(ctx.db, checks)
  const deposits = await getKnown(ctx.db, checks)
  const counts = { applied_count: 0, duplicate_count: 0, flagged_count: 0 }
  for (const check of checks) {
    const before = deposits.get(`${check.lockboxNo}|${check.depositDate}`) ?? []
    if (before.some((known) => known.place === getDepositPosition(check) && isSame(check, known))) {
      counts.duplicate_count++
      continue
    }
    const attention = await getAttention(ctx, check, before)
    const itemId = await importParts(ctx.db, fileId, check, attention)
    if (attention) {
      counts.flagged_count++
      continue
    }
    const [policyNo] = findPolicyNumbers(check.reference)
    if (policyNo && policies.has(policyNo) && (await applyAutomatically(ctx, check, itemId, policyNo)))
      counts.applied_count++
  }
  await ctx.db.updateTable('lockbox_files').set(counts).where('lockbox_file_id', '=', fileId).execute()
}

/** Returns the result for a file that was already imported. Nothing changes because all its checks are known. */
const toKnownImportResponse = (row: LockboxImportRow): Import => ({
  ...toLockboxImportResponse(row),
  appliedCount: 0,
  unappliedCount: 0,
  flaggedCount: 0,
  duplicateCount: row.item_count,
})

/**
 * Imports a bank's lockbox file or a CSV file, completely or not at all (LBX-1, LBX-3). Each check is posted as
 * unapplied cash and applied to the policy whose number it contains. Staff apply the other checks. Checks that are
 * already known change nothing.
 * @throws {ApiError} 422 with the line if the file cannot be read or its totals do not match
 */
export async function importLockboxFile(ctx: Ctx, upload: Upload): Promise<Import> {
  const { file } = upload
  const { sha256 } = file
  const checks = await getChecks(ctx, upload, await file.text())
  // Uses the company's own date. A file with a later deposit date is rejected.
  assertValidChecks(checks, getPropertyDate(ctx.now, 'FL'))
  if (checks.length === 0)
    throw createUnprocessableError('missing_checks', 'file: the file contains no checks.', 'file')
  const content = await ctx.providers.files.put(file, 'text/plain')
  return runInTransaction(ctx, async (ctx) => {
    // Imports one file at a time so that a file that is sent twice concurrently is imported only once.
    await sql`select pg_advisory_xact_lock(hashtext('lockbox import'))`.execute(ctx.db)
    const before = await ctx.db
      .selectFrom('lockbox_files')
      .select('lockbox_file_id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (before) return toKnownImportResponse(await requireLockboxImport(ctx.db, before.lockbox_file_id))
    const fileName = normalizeFileName(file.name) || 'lockbox'
    const createdBy = getActorName(ctx.actor)
    const stored = await recordStoredFile(ctx.db, content)
    const { id } = await ctx.db
      .insertInto('lockbox_files')
      .values({
        file_id: stored.fileId,
        file_name: fileName,
        format: upload.format ?? 'bai',
        bank: upload.bank ?? 'default',
        sha256,
        item_count: checks.length,
        total_cents: checks.reduce((sum, check) => sum + check.amountCents, 0),
        created_by: createdBy,
        created_at: ctx.now,
      })
      .returning('lockbox_file_id as id')
      .executeTakeFirstOrThrow()
    await importChecks(ctx, id, checks)
    await writeAuditEntry(ctx, {
      action: 'lockbox.import',
      entity: 'lockboxFile',
      entityId: id,
      details: { fileName, sha256 },
    })
    return toLockboxImportResponse(await requireLockboxImport(ctx.db, id))
  })
}
