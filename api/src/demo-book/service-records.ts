import { sql, type Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { Random } from './random.ts'

interface Known {
  policyId: string
  policyNo: string
  agencyNo: string
  inception: string
}

/** Notes, call logs and claims on some of the policies. */
export async function seedServiceRecords(trx: Transaction<DB>, policies: Known[], today: string, random: Random) {
  for (const [index, policy] of policies.entries()) {
    if (index % 3 === 0)
      await trx
        .insertInto('policy_notes')
        .values({
          policy_id: policy.policyId,
          note: random.pick([
            'Sent the declarations page.',
            'The insured asked about the deductible.',
            'Lender details updated.',
          ]),
          is_private: index % 6 === 0,
          created_by_user_name: 'Internal Keeper',
          created_by_agency_no: policy.agencyNo,
          created_at: `${plusDays(today, -(index % 60))}T16:00:00Z`,
        })
        .execute()
    if (index % 10 === 0)
      await trx
        .insertInto('policy_notes')
        .values({
          policy_id: policy.policyId,
          type: 'callLog',
          note: 'The caller asked what is still due.',
          reason: 'Make a payment, Policy/payment status',
          meta: JSON.stringify({
            IsInboundCall: true,
            CallerType: 'insured',
            OrganizationName: '',
            CallerName: 'The insured',
            CallerPhone: '555-555-0100',
          }),
          created_by_user_name: 'Internal Keeper',
          created_by_agency_no: policy.agencyNo,
          created_at: `${plusDays(today, -(index % 40))}T17:00:00Z`,
        })
        .execute()
    if (index % 25 === 7 && policy.inception < plusDays(today, -40)) {
      const loss = plusDays(policy.inception, 20)
      const notice = plusDays(loss, 2)
      await trx
        .insertInto('claims')
        .values({
          claim_number: sql`next_claim_number(${notice}::date)`,
          policy_id: policy.policyId,
          status: random.pick(['Open', 'In Review', 'Closed'] as const),
          notice_date: notice,
          date_of_loss: loss,
          cause: 'flood',
          description: 'Water in the ground floor.',
          adjuster_name: 'Dana Adjuster',
          adjuster_email: 'dana.adjuster@example.com',
          adjuster_phone: '813-555-0177',
        })
        .execute()
    }
  }
}
