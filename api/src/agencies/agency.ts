import type { Agency as ShownAgency } from '@tideline/sdk/types'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Agency, DB } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { decryptText } from '../http/encrypted-text.ts'
import { parseIdOrNull } from '../http/id.ts'
import { toDollars } from '../http/money.ts'
import { getContacts, getLicenses } from './contacts-and-licenses.ts'
import { type EncryptedNumberColumn, maskNumber } from './sealed-number.ts'
import { policyCountSql } from './summary.ts'
import { requireVisibleAgency } from './visibility.ts'

type AgencyRow = Selectable<Agency>
type Info = ShownAgency['agencyInfo']
type Detail = ShownAgency['agencyDetailInfo']

/** Decrypts an agency's number and masks all digits except the last four. */
export const formatMaskedNumber = (
  { keys }: Pick<Ctx, 'keys'>,
  agency: Pick<AgencyRow, 'agency_id' | EncryptedNumberColumn>,
  column: EncryptedNumberColumn,
): string | null => {
  const sealed = agency[column]
  return sealed && maskNumber(decryptText(keys.sealing, { row: agency.agency_id, column }, sealed))
}

const toInfoResponse = (row: AgencyRow): Info => ({
  agencyId: row.agency_id,
  agencyNo: row.agency_no,
  createdAt: row.created_at.toISOString(),
  createdByUserId: parseIdOrNull(row.created_by_user_id),
  updatedAt: row.updated_at.toISOString(),
  updatedByUserId: parseIdOrNull(row.updated_by_user_id),
  agencyDataId: row.agency_data_id,
})

/** Converts an agency row to the contract's format. The return type requires every field of the contract. */
const toDetailResponse = (ctx: Pick<Ctx, 'keys'>, row: AgencyRow): Required<Detail> => ({
  agencyDataId: row.agency_data_id,
  agencyId: row.agency_id,
  createdAt: row.created_at.toISOString(),
  type: row.type,
  taxId: formatMaskedNumber(ctx, row, 'tax_id_sealed'),
  status: row.status,
  company: row.company,
  addr1: row.addr1,
  addr2: row.addr2,
  city: row.city,
  state: row.state,
  zip: row.zip,
  phone: row.phone,
  fax: row.fax,
  email: row.email,
  notes: row.notes,
  mailingAddr1: row.mailing_addr1,
  mailingAddr2: row.mailing_addr2,
  mailingCity: row.mailing_city,
  mailingState: row.mailing_state,
  mailingZip: row.mailing_zip,
  primaryContactId: row.primary_contact_id,
  agentParentId: row.agent_parent_id,
  bankRemoteReference: row.bank_remote_reference,
  bankName: row.bank_name,
  bankAddr1: row.bank_addr1,
  bankAddr2: row.bank_addr2,
  bankCity: row.bank_city,
  bankState: row.bank_state,
  bankZip: row.bank_zip,
  bankPhone: row.bank_phone,
  bankContact: row.bank_contact,
  bankEmail: row.bank_email,
  bankNotes: row.bank_notes,
  bankRoutingNo: row.bank_routing_no,
  bankAccountNo: formatMaskedNumber(ctx, row, 'bank_account_sealed'),
  eoInsurer: row.eo_insurer,
  eoPolicyNumber: row.eo_policy_number,
  eoLimit: toDollars(row.eo_limit_cents),
  eoExpiration: row.eo_expiration,
})

const countPolicies = async (db: Kysely<DB>, agencyId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ${sql.raw(policyCountSql)} as count from agencies a where a.agency_id = ${agencyId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns an agency with masked numbers. Throws 404 if the agency does not exist or is not visible to the caller. */
export async function readAgency(ctx: Pick<Ctx, 'db' | 'actor' | 'keys'>, agencyNo: string): Promise<ShownAgency> {
  const agencyId = await requireVisibleAgency(ctx, agencyNo)
  const row = await ctx.db.selectFrom('agencies').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()
  if (!row) throw createNotFoundError({ agencyNo })
  return {
    agencyInfo: toInfoResponse(row),
    agencyDetailInfo: toDetailResponse(ctx, row),
    agencyContactInfo: await getContacts(ctx.db, agencyId),
    agencyLicenseInfo: await getLicenses(ctx.db, agencyId),
    policyCount: await countPolicies(ctx.db, agencyId),
  }
}
