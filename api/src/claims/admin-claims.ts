import { sql } from 'kysely'
import { anyContainsTextSql, type Collection, idsCondition } from '../http/collection.ts'
import { type ClaimRow, claimColumns, claimTables, toClaimResponse } from './store.ts'

/** Claims list for the back office (contract: listAdminClaims). */
export const adminClaimCollection: Collection<'listAdminClaims', ClaimRow> = {
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
    q: (text) => anyContainsTextSql([sql`c.claim_number`, sql`p.policy_no`, sql`c.adjuster_name`], text),
    policyNo: (policyNo) => sql`p.policy_no = ${policyNo}`,
    status: (status) => sql`c.status = ${status}`,
    causeOfLoss: (cause) => sql`c.cause = ${cause}`,
    noticeFrom: (day) => sql`c.notice_date >= ${day}::date`,
    noticeTo: (day) => sql`c.notice_date <= ${day}::date`,
    id: (ids) => idsCondition(sql`c.claim_id`, ids),
  },
  present: toClaimResponse,
}
