import type { AdminAgency } from '@tideline/sdk/types'
import { type Selectable, sql } from 'kysely'
import { getRewardLevel } from '../catalog/reward-level.ts'
import type { Agency } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, toIdArray } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { formatMaskedNumber } from './agency.ts'
import { agencyMatchesSql } from './agency-search.ts'
import { parentAgencyNoSql, policyCountSql } from './summary.ts'

type Row = Selectable<Agency> & { parent_no: string | null; policy_count: number }

const toAgencyRowResponse = (ctx: Pick<Ctx, 'keys'>, row: Row): Required<AdminAgency> => ({
  id: row.agency_no,
  agencyNo: row.agency_no,
  agencyId: row.agency_id,
  company: row.company,
  status: row.status,
  parentAgencyNo: row.parent_no,
  policyCount: row.policy_count,
  rewardLevel: getRewardLevel(row.policy_count) ?? null,
  taxId: formatMaskedNumber(ctx, row, 'tax_id_sealed'),
  addr1: row.addr1,
  addr2: row.addr2,
  city: row.city,
  state: row.state,
  zip: row.zip,
  phone: row.phone,
  fax: row.fax,
  email: row.email,
  notes: row.notes,
  eoInsurer: row.eo_insurer,
  eoPolicyNumber: row.eo_policy_number,
  eoLimit: toDollars(row.eo_limit_cents),
  eoExpiration: row.eo_expiration,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** All agencies, with masked tax ids. */
export const createAdminAgencyCollection = (ctx: Pick<Ctx, 'keys'>): Collection<'listAdminAgencies', Row> => ({
  name: 'agencies',
  from: sql`(select a.*, ${sql.raw(policyCountSql)} as policy_count, ${sql.raw(parentAgencyNoSql)} as parent_no from agencies a) a`,
  columns: sql`a.*`,
  id: sql`a.agency_no`,
  sorts: {
    agencyNo: sql`a.agency_no`,
    company: sql`a.company`,
    policyCount: sql`a.policy_count`,
    createdAt: sql`a.created_at`,
  },
  filters: {
    q: agencyMatchesSql,
    status: (status) => sql`a.status = ${status}`,
    state: (state) => sql`a.state = ${state}`,
    parentAgencyNo: (no) => sql`a.parent_no = ${no}`,
    id: (ids) => sql`a.agency_no = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => toAgencyRowResponse(ctx, row),
})

/** Returns one row of the agency list. Throws 404. */
export async function requireAgencyRow(ctx: Ctx, agencyNo: string): Promise<AdminAgency> {
  const found = await findCollectionRow(ctx.db, createAdminAgencyCollection(ctx), agencyNo)
  if (!found) throw createNotFoundError({ agencyNo })
  return found
}
