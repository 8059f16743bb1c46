import type { AdminAgencyCreate, AgencyCreate } from '@tideline/sdk/types'
import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { omitUndefinedColumns, toAgencyColumns } from './agency-form.ts'
import { replaceContacts, replaceLicenses } from './contacts-and-licenses.ts'
import { toAgencyNumberColumns } from './numbers.ts'
import type { AgencyStatus } from './status.ts'
import { requireAllowedAgency } from './store.ts'

type NewAgency = AdminAgencyCreate & Partial<AgencyCreate>

/** Returns the next unused agency number. */
async function nextAgencyNo(trx: Transaction<DB>): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ no: string; isTaken: boolean }>`
      select no, exists (select from agencies where agency_no = no) as "isTaken"
      from (select nextval('agency_numbers')::text as no) next`.execute(trx)
    if (rows[0] && !rows[0].isTaken) return rows[0].no
  }
}

/**
 * Registers an agency with its first contact and licenses. Assigns the next agency number. If a parent is given, the
 * new agency becomes a sub-agency of the parent.
 * @param defaultStatus the status if the request has none
 * @returns the agency number
 * @throws {ApiError} 422 if the parent is unknown or may no longer service policies, or if numbers or licenses are
 * invalid
 */
export const createAgency = (ctx: Ctx, input: NewAgency, defaultStatus: AgencyStatus): Promise<string> =>
  runInTransaction(ctx, async (ctx) => {
    const { parentAgencyNo, contact, licenses = [], taxId, ...form } = input
    const parent = parentAgencyNo
      ? await requireAllowedAgency(ctx.db, parentAgencyNo, 'parentAgencyNo', 'service')
      : undefined
    const agencyNo = await nextAgencyNo(ctx.db)
    const by = getAccountId(ctx.actor)
    const { agency_id: agencyId } = await ctx.db
      .insertInto('agencies')
      .values({
        agency_no: agencyNo,
        agent_parent_id: parent?.agencyId ?? null,
        company: input.company,
        ...omitUndefinedColumns({ ...toAgencyColumns(form), status: input.status ?? defaultStatus }),
        ...{ created_at: ctx.now, created_by_user_id: by, updated_by_user_id: by },
      })
      .returning('agency_id')
      .executeTakeFirstOrThrow()
    if (contact) await replaceContacts(ctx.db, agencyId, [contact], 'contact')
    await replaceLicenses(ctx.db, agencyId, licenses, 'licenses')
    const first = ctx.db.selectFrom('agency_contacts').select('contact_id').where('agency_id', '=', agencyId)
    await ctx.db
      .updateTable('agencies')
      .set({ ...omitUndefinedColumns(toAgencyNumberColumns(ctx, agencyId, { taxId })), primary_contact_id: first })
      .where('agency_id', '=', agencyId)
      .execute()
    await appendEvent(ctx.db, 'agency.created', { agencyId }, { agencyNo }, ctx.now)
    await writeAuditEntry(ctx, {
      action: 'agency.create',
      entity: 'agency',
      entityId: agencyNo,
      details: {
        company: input.company,
        status: input.status ?? defaultStatus,
        parentAgencyNo: parent?.agencyNo ?? null,
      },
    })
    return agencyNo
  })
