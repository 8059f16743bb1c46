import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeAudit } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import { FileAnswer } from '../http/answer.ts'
import type { Ctx } from '../http/context.ts'
import { adminWish } from './admin-list.ts'
import { findPage } from './find-page.ts'
import type { AdminPolicy } from './list-rows.ts'
import { adminRowsStatement, readRows } from './list-rows.ts'

const columns = [
  'policyNo',
  'quoteNumber',
  'productId',
  'status',
  'insuredName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'agencyNo',
  'agencyName',
  'producerName',
  'inceptionDate',
  'expirationDate',
  'isSigned',
  'isPaid',
  'totalPremium',
  'totalDue',
  'originalPostDate',
] as const satisfies (keyof AdminPolicy)[]

const rowsAtMost = 100_000
const rowsAtATime = 1000

/** The rows in order, a thousand at a time, so that the file is sent while it is read. */
async function* rowsOf(ctx: Ctx, wish: Awaited<ReturnType<typeof adminWish>>): AsyncGenerator<AdminPolicy> {
  for (let offset = 0; offset < rowsAtMost; offset += rowsAtATime) {
    const { policyIds } = await findPage(ctx.db, { ...wish, offset, limit: rowsAtATime })
    yield* JSON.parse(await readRows(ctx.db, adminRowsStatement, policyIds, ctx.now)) as AdminPolicy[]
    if (policyIds.length < rowsAtATime) return
  }
}

/** The back office's list as a CSV file. Who took what out is written down before the first row leaves. */
export async function exportAdminPolicies(
  ctx: Ctx,
  query: Operations['exportAdminPolicies']['query'],
): Promise<FileAnswer> {
  const wish = await adminWish(ctx, query)
  await writeAudit(ctx, {
    action: 'policies.export',
    entity: 'policies',
    entityId: 'export',
    details: { filter: JSON.stringify(query.filter ?? {}), sort: query.sort?.join(' ') ?? '' },
  })
  const csv = stringify({
    header: true,
    columns: [...columns],
    escape_formulas: true,
    cast: { boolean: (value) => String(value) },
  })
  const source = Readable.from(rowsOf(ctx, wish))
  source.on('error', (error) => csv.destroy(error))
  return new FileAnswer(Readable.toWeb(source.pipe(csv)) as ReadableStream<Uint8Array>, {
    contentType: 'text/csv; charset=utf-8',
    fileName: `policies-${ctx.now.toISOString().slice(0, 10)}.csv`,
    disposition: 'attachment',
  })
}
