import { type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { requireMoratorium } from '../moratoriums/store.ts'

type Rejection = Operations['listMoratoriumRejections']['response']['payload']['items'][number]

/** Lists the transactions that a moratorium rejected, newest first (MOR-3). Throws 404. */
export const listMoratoriumRejections: Handler<'listMoratoriumRejections'> = async (ctx, { path, query }) => {
  const { id } = await requireMoratorium(ctx, path.moratoriumId)
  const isWanted = query.action ? sql<SqlBool>`r.action = ${query.action}` : sql<SqlBool>`true`
  return ok(
    await readPage<Omit<Rejection, 'rejectedAt'> & { rejectedAt: Date }, Rejection>(
      ctx.db,
      {
        columns: sql`r.moratorium_rejection_id as id, r.created_at as "rejectedAt", r.requested_by_name as "requestedBy", r.action,
          (select p.policy_no from policies p where p.policy_id = r.policy_id) as "policyNo",
          (select p.insured_name from policies p where p.policy_id = r.policy_id) as "insuredName",
          r.county_fips as "countyFips", c.name as county, c.state`,
        from: sql`moratorium_rejections r left join counties c using (county_fips)`,
        where: sql<SqlBool>`r.moratorium_event_id = ${id} and ${isWanted}`,
        order: [
          { column: sql`r.created_at`, type: 'timestamptz', direction: 'desc' },
          { column: sql`r.moratorium_rejection_id`, type: 'uuid', direction: 'desc' },
        ],
        present: (rows) => rows.map((row) => ({ ...row, rejectedAt: row.rejectedAt.toISOString() })),
      },
      query,
    ),
  )
}
