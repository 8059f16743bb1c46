import type { AdminMortgageeChange } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { openClaimCondition } from '../../claims/return-premium-hold.ts'
import { type Collection, idsCondition } from '../../http/collection.ts'
import { billedToLenderSql } from '../../policy/payer.ts'
import {
  type MortgageeChangeRow,
  mortgageeChangeColumns,
  proofsSql,
  toMortgageeChangeResponse,
} from './mortgagee-change.ts'

interface Row
  extends MortgageeChangeRow,
    Pick<
      AdminMortgageeChange,
      'insuredName' | 'decidedByUserName' | 'policyTransactionId' | 'isBilledToLender' | 'openClaimNumbers' | 'proofs'
    > {
  emailChangedAt: Date | null
}

/** Mortgagee change requests as a list for staff, with the facts to review (POL-20). */
export const adminMortgageeChangeCollection: Collection<'listAdminMortgageeChanges', Row> = {
  name: 'mortgageeChanges',
  from: sql`mortgagee_changes m join policies p using (policy_id)`,
  columns: sql`${mortgageeChangeColumns}, ${proofsSql} as proofs, p.insured_name as "insuredName",
    m.decided_by_name as "decidedByUserName", m.policy_transaction_id as "policyTransactionId",
    ${sql.raw(billedToLenderSql)} as "isBilledToLender",
    (select coalesce(json_agg(claim_number order by claim_number), '[]') from (select c.claim_number from claims c
      where c.policy_id = m.policy_id and ${openClaimCondition} order by c.claim_number limit 100) open)
      as "openClaimNumbers",
    (select max(e.changed_at) from insured_email_changes e where e.identity_id = m.requested_by_identity_id
      and e.changed_at > m.created_at - interval '30 days' and e.canceled_at is null) as "emailChangedAt"`,
  id: sql`m.mortgagee_change_id`,
  sorts: { createdAt: sql`m.created_at`, dueOn: sql`m.due_on`, id: sql`m.mortgagee_change_id` },
  filters: {
    policyNo: (no) => sql`p.policy_no = ${no}`,
    status: (status) => sql`m.status = ${status}`,
    id: (ids) => idsCondition(sql`m.mortgagee_change_id`, ids),
  },
  present: ({
    insuredName,
    decidedByUserName,
    policyTransactionId,
    isBilledToLender,
    openClaimNumbers,
    emailChangedAt,
    proofs,
    ...row
  }) => ({
    ...toMortgageeChangeResponse(row, proofs),
    ...{ insuredName, decidedByUserName, policyTransactionId, isBilledToLender, openClaimNumbers },
    emailChangedAt: emailChangedAt?.toISOString() ?? null,
  }),
}
