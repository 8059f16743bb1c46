import { sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { visibleAgencyCondition } from './visibility.ts'

type Card = Operations['getAgencyForPolicy']['response']['payload']['agencyInfo']

/** Returns an agency's contact details for the policy page. Throws 404 if the agency is not visible to the caller. */
export const getAgencyForPolicy: Handler<'getAgencyForPolicy'> = async (ctx, { path: { agencyNo } }) => {
  const { rows } = await sql<Card>`
    select company, agency_no as "agencyNo", email, phone, fax, addr1, addr2, city, state, zip
    from agencies a where agency_no = ${agencyNo} and ${visibleAgencyCondition(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ agencyNo })
  return ok({ agencyInfo: rows[0] })
}
