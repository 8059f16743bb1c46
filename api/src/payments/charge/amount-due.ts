import type { Kysely } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import type { Policy } from '../../policy/visibility.ts'

export interface AmountDue {
  totalDueCents: number
  /** Open amounts due by today, and the first amount of the term (BIL-2). */
  currentlyDueCents: number
  /** Default amount of a payment: what is currently due or due next, minus processing payments (BIL-13). */
  payableCents: number
  /** Amount of a payment that pays everything (BIL-13). */
  payableTotalCents: number
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
    payableCents: billing.payableCents,
    payableTotalCents: billing.payableTotalCents,
    processingCents: billing.processingCents,
    isPaid: billing.currentlyDueCents <= 0,
  }
}
