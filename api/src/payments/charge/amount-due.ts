import type { Kysely } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import type { Policy } from '../../policy/visibility.ts'

export interface AmountDue {
  totalDueCents: number
  /** Amount that a payment would take now: the due part of a monthly plan, otherwise the whole balance (BIL-6). */
  currentlyDueCents: number
  processingCents: number
  isPaid: boolean
}

/**
 * Returns what a policy owes now, according to the ledger. In a transaction with the balance locked, the amount cannot
 * change.
 */
export async function getAmountDue(db: Kysely<DB>, policy: Policy, now: Date): Promise<AmountDue> {
  const billing = await getBalanceAndAmountDue(db, policy.policyId, getPropertyDate(now, policy))
  return {
    totalDueCents: billing.dueCents,
    currentlyDueCents: billing.currentlyDueCents,
    processingCents: billing.processingCents,
    isPaid: billing.currentlyDueCents <= 0,
  }
}
