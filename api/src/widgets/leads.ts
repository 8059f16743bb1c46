import type { Lead, LeadDraft } from '@tideline/sdk/types'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { requireVisibleAgency, visibleAgencyCondition } from '../agencies/visibility.ts'
import type { Lead as LeadTable } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { leadCreatedEvent } from './events.ts'
import { getLeadEmail, requireActiveWidget } from './public-widget.ts'

type LeadRow = Selectable<LeadTable> & { agency_no: string }

const columns = sql`l.*, a.agency_no`
const tables = sql`leads l join agencies a on a.agency_id = l.agency_id`

const toLeadResponse = (row: LeadRow): Lead => ({
  leadId: row.lead_id,
  agencyNo: row.agency_no,
  widgetName: row.widget_name,
  source: row.source || null,
  address: row.address,
  name: row.name,
  email: row.email,
  phone: row.phone,
  createdAt: row.created_at.toISOString(),
})

/**
 * Saves a visitor's request for a quote as a lead of the widget's agency (AGY-5). Returns the agency's name.
 * @throws {ApiError} 404 if the widget was removed or its agency cannot write new business
 */
export const createLead = (ctx: Ctx, widgetId: string, draft: LeadDraft): Promise<string> =>
  runInTransaction(ctx, async (ctx) => {
    const { row, agency } = await requireActiveWidget(ctx.db, widgetId)
    const lead = await ctx.db
      .insertInto('leads')
      .values({
        agency_id: agency.agencyId,
        widget_name: row.name,
        source: row.source,
        address: draft.address.trim(),
        name: draft.name.trim(),
        email: draft.email,
        phone: draft.phone || null,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await publishEvent(ctx, leadCreatedEvent, { lead, agency, recipient: getLeadEmail(row, agency) })
    return agency.company
  })

/** Returns the condition for the leads that the caller can see, of one agency or of all. */
async function buildLeadCondition(ctx: Ctx, agencyNo: string | undefined): Promise<RawBuilder<SqlBool>> {
  if (agencyNo === undefined) return visibleAgencyCondition(ctx.actor)
  return sql<SqlBool>`l.agency_id = ${await requireVisibleAgency(ctx, agencyNo)}`
}

/**
 * Lists the leads that the caller can see, newest first.
 * @throws {ApiError} 404 if the agency is not visible to the caller
 */
export const listLeads = async (ctx: Ctx, agencyNo: string | undefined, query: PageQuery): Promise<Page<Lead>> =>
  readPage<LeadRow, Lead>(
    ctx.db,
    {
      columns,
      from: tables,
      where: await buildLeadCondition(ctx, agencyNo),
      order: [
        { column: sql`l.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`l.lead_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map(toLeadResponse),
    },
    query,
  )

/** Returns a lead. Throws 404 if it does not exist or is not visible to the caller. */
export async function readLead(ctx: Ctx, leadId: string): Promise<Lead> {
  const { rows } = await sql<LeadRow>`select ${columns} from ${tables}
    where l.lead_id = ${leadId} and ${visibleAgencyCondition(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ leadId })
  return toLeadResponse(rows[0])
}
