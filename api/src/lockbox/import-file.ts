import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { storeFile } from '../documents/document-file.ts'
import { storedName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { type Ctx, nameOf, type TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import type { Input } from '../http/operation.ts'
import { refused } from '../http/refusal.ts'
import { receiveUnapplied } from '../ledger/payments.ts'
import { lockPolicies } from '../payments/lock-policies.ts'
import { defaultLayout } from '../settings/lockbox-layout.ts'
import { readSettings } from '../settings/settings.ts'
import { applyCheck } from './apply-check.ts'
import { type ImportRow, presentImport, requireImport } from './imports.ts'
import { parseBai } from './parse-bai.ts'
import { parseCsv } from './parse-csv.ts'
import { type ParsedCheck, requireText } from './parsed-check.ts'

type Upload = Input<'importLockboxFile'>['body']
type Import = Operations['importLockboxFile']['answer']['payload']

/** Whole: a part of a longer number would be another policy's. */
const policyNumber = /[A-Z]{3}3\d{6,9}(?!\d)/

async function checksOf(ctx: Ctx, { format = 'bai', bank }: Upload, text: string): Promise<ParsedCheck[]> {
  requireText(text)
  if (format === 'csv') return parseCsv(text)
  const layouts = (await readSettings(ctx.db, ctx.now))['lockbox.layouts']
  const layout = bank ? layouts[bank] : defaultLayout
  if (!layout) throw refused('unknown_bank', `bank: there is no layout of the bank ${bank}.`, 'bank')
  return parseBai(text, layout)
}

/** Policies that references name, by number: those that still take money. */
async function matched(trx: Transaction<DB>, checks: ParsedCheck[]): Promise<Map<string, string>> {
  const numbers = checks.flatMap(({ reference }) => policyNumber.exec(reference.toUpperCase())?.[0] ?? [])
  if (numbers.length === 0) return new Map()
  const rows = await trx
    .selectFrom('policies')
    .select(['policy_no', 'policy_id'])
    .where('policy_no', 'in', numbers)
    .where('cancelled_at', 'is', null)
    .execute()
  await lockPolicies(
    trx,
    rows.map((row) => row.policy_id),
  )
  return new Map(rows.map((row) => [row.policy_no, row.policy_id]))
}

/** Writes an item and its money into suspense; undefined when the bank had sent it before. */
async function takeIn(trx: Transaction<DB>, fileId: string, check: ParsedCheck): Promise<string | undefined> {
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
    })
    .onConflict((conflict) => conflict.columns(['lockbox_no', 'deposit_date', 'batch_no', 'item_no']).doNothing())
    .returning('lockbox_item_id')
    .executeTakeFirst()
  if (row) await receiveUnapplied(trx, row.lockbox_item_id, check.amountCents)
  return row?.lockbox_item_id
}

async function importChecks(ctx: TrxCtx, fileId: string, checks: ParsedCheck[]) {
  const policies = await matched(ctx.db, checks)
  let [applied, known] = [0, 0]
  for (const check of checks) {
    const itemId = await takeIn(ctx.db, fileId, check)
    if (!itemId) {
      known++
      continue
    }
    const policyId = policies.get(policyNumber.exec(check.reference.toUpperCase())?.[0] ?? '')
    if (!policyId) continue
    await applyCheck(ctx, policyId, { ...check, itemId })
    applied++
  }
  await ctx.db
    .updateTable('lockbox_files')
    .set({ applied_count: applied, known_count: known })
    .where('lockbox_file_id', '=', fileId)
    .execute()
}

/** A file that was imported before changes nothing: all its checks are known. */
const asKnown = (row: ImportRow): Import => ({
  ...presentImport(row),
  appliedCount: 0,
  unappliedCount: 0,
  knownCount: row.item_count,
})

/**
 * Imports a bank's lockbox file or a CSV, whole or not at all: each check is money in suspense first and is given to the
 * policy that its reference names; the rest waits for staff. A file or check that comes again changes nothing (decision
 * 27). Throws 422 naming the line when the file cannot be read or its totals do not agree.
 */
export async function importLockboxFile(ctx: Ctx, upload: Upload): Promise<Import> {
  const { file } = upload
  const { sha256 } = file
  const checks = await checksOf(ctx, upload, await file.text())
  if (checks.length === 0) throw refused('no_checks', 'file: it holds no check.', 'file')
  return inTransaction(ctx, async (ctx) => {
    // One file at a time: the same file sent twice at once would otherwise meet itself.
    await sql`select pg_advisory_xact_lock(hashtext('lockbox import'))`.execute(ctx.db)
    const before = await ctx.db
      .selectFrom('lockbox_files')
      .select('lockbox_file_id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (before) return asKnown(await requireImport(ctx.db, before.lockbox_file_id))
    const fileName = storedName(file.name) || 'lockbox'
    const createdBy = nameOf(ctx.actor)
    const stored = await storeFile(ctx.db, ctx.providers, file, 'text/plain')
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
    await writeAudit(ctx, {
      action: 'lockbox.import',
      entity: 'lockboxFile',
      entityId: id,
      details: { fileName, sha256 },
    })
    return presentImport(await requireImport(ctx.db, id))
  })
}
