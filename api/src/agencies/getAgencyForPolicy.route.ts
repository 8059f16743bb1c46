import { sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { ok } from '../http/answer.ts'
import type { Actor } from '../http/context.ts'
import type { Handler } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

type Card = Operations['getAgencyForPolicy']['answer']['payload']['agencyInfo']

/** Agents see their own agency and those below it, policyholders the agencies of their policies, staff all. */
const seenBy = (actor: Actor) => {
  if (actor.kind === 'staff') return sql`true`
  if (actor.kind === 'agent') return sql`a.path @> array[${actor.agencyId}::uuid]`
  if (actor.kind !== 'insured') return sql`false`
  return sql`exists (select from policies p where p.agency_id = a.agency_id and p.identity_id = ${actor.identityId})`
}

/** How to reach an agency, for the page of a policy. Throws 404, also for an agency that the caller does not see. */
export const getAgencyForPolicy: Handler<'getAgencyForPolicy'> = async (ctx, { path: { agencyNo } }) => {
  const { rows } = await sql<Card>`
    select company, agency_no as "agencyNo", email, phone, fax, addr1, addr2, city, state, zip
    from agencies a where agency_no = ${agencyNo} and ${seenBy(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw notFound({ agencyNo })
  return ok({ agencyInfo: rows[0] })
}
