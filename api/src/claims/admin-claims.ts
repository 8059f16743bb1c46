import { sql } from 'kysely'
import { z } from 'zod'
import { type Collection, contains, filter, takes } from '../http/collection.ts'
import { type Claim, causesOfLoss, statuses } from './claim.ts'
import { type ClaimRow, claimColumns, claimTables, presentClaim } from './store.ts'

/** Claims in the back office (contract: listAdminClaims). */
export const adminClaims: Collection<ClaimRow, Claim> = {
  name: 'claims',
  from: claimTables,
  columns: claimColumns,
  id: sql`c.claim_id`,
  sorts: {
    noticeDate: sql`c.notice_date`,
    claimNumber: sql`c.claim_number`,
    dateOfLoss: sql`c.date_of_loss`,
    status: sql`c.status`,
    reserve: sql`c.reserve_cents`,
    paid: sql`c.paid_cents`,
    id: sql`c.claim_id`,
  },
  filters: {
    q: filter(
      takes.text,
      (text) =>
        sql`(${contains(sql`c.claim_number`, text)} or ${contains(sql`p.policy_no`, text)} or ${contains(sql`c.adjuster_name`, text)})`,
    ),
    policyNo: filter(takes.text, (policyNo) => sql`p.policy_no = ${policyNo}`),
    status: filter(z.enum(statuses), (status) => sql`c.status = ${status}`),
    causeOfLoss: filter(z.enum(causesOfLoss.map(({ code }) => code)), (cause) => sql`c.cause = ${cause}`),
    noticeFrom: filter(takes.day, (day) => sql`c.notice_date >= ${day}::date`),
    noticeTo: filter(takes.day, (day) => sql`c.notice_date <= ${day}::date`),
    id: filter(takes.ids, (ids) => sql`c.claim_id::text = any(${ids}::text[])`),
  },
  present: presentClaim,
}
