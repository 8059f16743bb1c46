import { Party } from '@tideline/sdk/words'
import { type SqlBool, sql } from 'kysely'

/**
 * SQL condition: the insured requested the pending cancellation of policy `p` in writing. Moratoriums do not restrict
 * such a cancellation (CAN-16). The reason must require the insured's signature, and a signed or uploaded request must
 * exist.
 */
export const writtenRequestCondition = sql<SqlBool>`(p.pending_cancel_at is not null and exists (
    select from cancel_reasons r where r.reason_code = p.cancel_reason_code and r.requires_insured_signature)
  and exists (select from policy_docs d where d.policy_id = p.policy_id and d.created_at >= p.pending_cancel_at
    and case d.doc_kind
      when 'cancellationRequest' then exists (select from policy_doc_signatures s
        where s.policy_doc_id = d.policy_doc_id and s.party = ${Party.insured} and s.signed_at is not null)
      when 'upload' then exists (select from cancel_reason_documents k
        where k.reason_code = p.cancel_reason_code and k.doc_type_id = d.doc_type_id and k.purpose = 'sign')
      else false end))`
