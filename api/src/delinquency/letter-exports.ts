import type { ExportMailing, LetterExport, LetterKind } from '@tideline/sdk/types'
import { getLetterTitle } from '@tideline/sdk/words'
import { stringify } from 'csv-stringify/sync'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { ApiError, createConflictError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'
import { FileResponse } from '../http/response.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import type { Letter } from '../notifications/letter.ts'
import { findLetters, recordLetterMailing } from './letters.ts'
import { withdrawPaidLetters } from './postal-notices.ts'
import { createZipFile } from './zip-file.ts'

/** Maximum number of letters in an export. */
const exportSize = 500

interface ExportRow extends Omit<LetterExport, 'createdAt'> {
  createdAt: Date
}

const columns = sql`x.letter_export_id as "exportId", x.export_no as "exportNo", x.created_at as "createdAt",
  x.created_by_name as "createdBy",
  (select count(*)::int from postal_notices l where l.letter_export_id = x.letter_export_id and l.state <> 'replaced') as "letterCount",
  (select count(*)::int from postal_notices l where l.letter_export_id = x.letter_export_id and l.state = 'exported') as "unmailedCount"`
const from = sql`letter_exports x`
const toExportResponse = ({ createdAt, ...row }: ExportRow): LetterExport => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

async function requireExport({ db }: Pick<Ctx, 'db'>, exportId: string): Promise<LetterExport> {
  const { rows } =
    await sql<ExportRow>`select ${columns} from ${from} where x.letter_export_id = ${exportId}::uuid`.execute(db)
  if (!rows[0]) throw createNotFoundError({ exportId })
  return toExportResponse(rows[0])
}

/** Lists the exports, newest first. */
export const listLetterExports = (db: Kysely<DB>, query: PageQuery): Promise<Page<LetterExport>> =>
  readPage<ExportRow, LetterExport>(
    db,
    {
      ...{ columns, from, where: sql<boolean>`true`, present: (rows) => rows.map(toExportResponse) },
      order: [
        { column: sql`x.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`x.letter_export_id`, type: 'uuid', direction: 'desc' },
      ],
    },
    query,
  )

/**
 * Assigns the oldest queued letters to a new export (DEL-16), without letters about paid amounts (DEL-31). Skips letters
 * that a concurrent request is assigning.
 * @throws {ApiError} 409 if no letter is queued
 */
export const createLetterExport = (ctx: Ctx): Promise<LetterExport> =>
  runInTransaction(ctx, async (ctx) => {
    await withdrawPaidLetters(ctx)
    const letters = await ctx.db
      .selectFrom('postal_notices')
      .select('postal_notice_id')
      .where('state', '=', 'queued')
      .orderBy('created_at')
      .orderBy('postal_notice_id')
      .limit(exportSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (letters.length === 0) throw createConflictError('no_queued_letters', 'The print queue is empty.')
    const { letter_export_id: exportId, export_no: exportNo } = await ctx.db
      .insertInto('letter_exports')
      .values({ created_by_name: getActorName(ctx.actor), created_at: ctx.now })
      .returning(['letter_export_id', 'export_no'])
      .executeTakeFirstOrThrow()
    await ctx.db
      .updateTable('postal_notices')
      .set({ state: 'exported', exported_at: ctx.now, letter_export_id: exportId })
      .where(
        'postal_notice_id',
        'in',
        letters.map(({ postal_notice_id }) => postal_notice_id),
      )
      .execute()
    await writeAuditEntry(ctx, {
      ...{ action: 'delinquency.exportLetters', entity: 'letterExport', entityId: exportId },
      details: { exportNo, letterCount: letters.length },
    })
    return requireExport(ctx, exportId)
  })

/** A letter to print. */
interface PrintedLetter {
  letterId: string
  policyNo: string
  kind: LetterKind
  recipientName: string
  recipientAddress: string
  letter: Letter
  createdAt: Date
}

async function readPrintedLetters({ db }: Pick<Ctx, 'db'>, condition: SqlCondition): Promise<PrintedLetter[]> {
  const { rows } = await sql<PrintedLetter>`
    select l.postal_notice_id as "letterId", p.policy_no as "policyNo", l.kind, l.recipient_name as "recipientName",
      l.recipient_address as "recipientAddress", l.letter, l.created_at as "createdAt"
    from postal_notices l join policies p using (policy_id)
    where ${condition} order by l.created_at, l.postal_notice_id limit ${exportSize}`.execute(db)
  return rows
}
type SqlCondition = ReturnType<typeof sql<SqlBool>>

const renderLetter = ({ providers }: Pick<Ctx, 'providers'>, { policyNo, kind, letter, createdAt }: PrintedLetter) =>
  providers.pdf.notice({
    ...{ title: getLetterTitle(kind), reference: `Policy ${policyNo}`, ...letter, signers: [], issuedAt: createdAt },
  })

/** Renders a letter from its stored content. Throws 404. */
export async function getLetterPdf(ctx: Pick<Ctx, 'db' | 'providers'>, letterId: string): Promise<FileResponse> {
  const [letter] = await readPrintedLetters(ctx, sql<SqlBool>`l.postal_notice_id = ${letterId}::uuid`)
  if (!letter) throw createNotFoundError({ letterId })
  const { bytes } = await renderLetter(ctx, letter)
  const fileName = `letter-${letter.policyNo}.pdf`
  return new FileResponse(bytes, { contentType: 'application/pdf', fileName, disposition: 'attachment' })
}

/** Yields the list of recipients and one PDF for each letter. */
async function* buildFiles(ctx: Pick<Ctx, 'providers'>, letters: readonly PrintedLetter[]) {
  const files = letters.map((letter, index) => ({
    letter,
    name: `${String(index + 1).padStart(3, '0')}-${letter.policyNo}.pdf`,
  }))
  const recipients = files.map(({ letter, name }) => ({
    ...{ file: name, letterId: letter.letterId, policyNo: letter.policyNo, letter: getLetterTitle(letter.kind) },
    ...{ name: letter.recipientName, address: letter.recipientAddress },
  }))
  const csv = stringify(recipients, { header: true, escape_formulas: true })
  yield { name: 'recipients.csv', content: Buffer.from(csv) }
  for (const { letter, name } of files) {
    const { bytes } = await renderLetter(ctx, letter)
    yield { name, content: bytes }
  }
}

/**
 * Returns the file of an export, which can be downloaded more than once. The audit log records each download first.
 * @throws {ApiError} 404 if the export does not exist
 */
export async function getLetterExportFile(ctx: Ctx, exportId: string): Promise<FileResponse> {
  const { exportNo } = await requireExport(ctx, exportId)
  await runInTransaction(ctx, (ctx) =>
    writeAuditEntry(ctx, {
      ...{ action: 'delinquency.downloadLetters', entity: 'letterExport', entityId: exportId },
      details: { exportNo },
    }),
  )
  const letters = await readPrintedLetters(
    ctx,
    sql<SqlBool>`l.letter_export_id = ${exportId}::uuid and l.state <> 'replaced'`,
  )
  return new FileResponse(ReadableStream.from(createZipFile(buildFiles(ctx, letters))), {
    ...{ contentType: 'application/zip', fileName: `letters-${exportNo}.zip`, disposition: 'attachment' },
  })
}

/**
 * Records the mailing date of all letters of an export that are not mailed yet. Each letter has its own transaction, so
 * a rejected letter does not stop the others, and the call can be repeated.
 * @throws {ApiError} 404 if the export does not exist
 */
export async function recordExportMailing(ctx: Ctx, exportId: string, mailedOn: string): Promise<ExportMailing> {
  await requireExport(ctx, exportId)
  const letters = await findLetters(ctx, sql<SqlBool>`l.letter_export_id = ${exportId}::uuid and l.state = 'exported'`)
  const rejected: ExportMailing['rejected'] = []
  for (const { id: letterId, policyNo, recipientName } of letters)
    try {
      await recordLetterMailing(ctx, letterId, mailedOn)
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      rejected.push({ letterId, policyNo, recipientName, message: thrown.message })
    }
  return {
    ...{ export: await requireExport(ctx, exportId), mailedCount: letters.length - rejected.length, rejected },
  }
}
