import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import type { Handler } from '../http/operation.ts'
import { FileResponse } from '../http/response.ts'
import { listLeads } from './leads.ts'

const columns = ['leadId', 'createdAt', 'agencyNo', 'widgetName', 'source', 'name', 'email', 'phone', 'address']
const rowsAtATime = 1000

/** Yields the leads in list order, 1,000 at a time. */
async function* getRows(ctx: Ctx, agencyNo: string | undefined) {
  let cursor: string | undefined
  do {
    const page = await listLeads(ctx, agencyNo, { take: rowsAtATime, ...(cursor && { cursor }) })
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

/** Returns the leads that the caller can see as a CSV file. The audit log records the export, because leads are personal data. */
export const exportLeads: Handler<'exportLeads'> = async (ctx, { query: { agencyNo } }) => {
  // An agency that is not visible to the caller is rejected before the response begins.
  await listLeads(ctx, agencyNo, { take: 1 })
  await writeAuditEntry(
    { ...ctx, db: ctx.replica?.primary ?? ctx.db },
    { action: 'leads.export', entity: 'leads', entityId: 'export', details: { agencyNo: agencyNo ?? null } },
  )
  const csv = stringify({ header: true, columns, escape_formulas: true })
  const source = Readable.from(getRows(ctx, agencyNo))
  source.on('error', (error) => csv.destroy(error))
  return new FileResponse(Readable.toWeb(source.pipe(csv)) as ReadableStream<Uint8Array>, {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'leads.csv',
    disposition: 'attachment',
  })
}
