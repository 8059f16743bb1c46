import type { Kysely, Selectable } from 'kysely'
import { dayMs } from '../calendar/days.ts'
import type { DB, InsuredEmailChange } from '../db/schema.ts'

/** A change of the insured's email address, as listed in the signing record. */
export interface EmailChangeEntry {
  id: number
  at: Date
  /** Name of the person who changed the address. */
  changedBy: string
  isChangedByInsured: boolean
  /** The previous and the new address. */
  change: string
  /** How the new address was confirmed. */
  confirmation: string
}

function describeConfirmation(row: Selectable<InsuredEmailChange>): string {
  if (row.canceled_at) return 'Cancelled from the previous address'
  if (row.confirmed_via === 'oldAddress') return 'Confirmed from the previous address'
  if (row.confirmed_via === 'phone')
    return `Confirmed by phone by ${row.confirmed_by_name} (${row.confirmation_reference})`
  if (row.new_email.toLowerCase() === row.trusted_email.toLowerCase()) return 'Return to the previous address'
  return 'Not confirmed: on hold for 72 hours'
}

/**
 * Lists changes of the insured's email address in the 30 days before a signing step and later, oldest first (SIGN-10).
 */
export async function listEmailChanges(db: Kysely<DB>, policyId: string, step: Date): Promise<EmailChangeEntry[]> {
  const rows = await db
    .selectFrom('insured_email_changes as c')
    .innerJoin('policies as p', 'p.identity_id', 'c.identity_id')
    .selectAll('c')
    .where('p.policy_id', '=', policyId)
    .where('c.changed_at', '>=', new Date(step.getTime() - 30 * dayMs))
    .orderBy('c.insured_email_change_id')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.insured_email_change_id,
    at: row.changed_at,
    changedBy: row.changed_by_name,
    isChangedByInsured: row.changed_by_account_id === null,
    change: `${row.previous_email} to ${row.new_email}`,
    confirmation: describeConfirmation(row),
  }))
}
