import type { Kysely } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import { getBilling } from '../../ledger/invoices.ts'
import type { Policy } from '../../policy/visibility.ts'

export interface AmountDue {
  totalDueCents: number
  /** The amount that a payment would take now: what is due of a monthly plan, otherwise the whole balance (BIL-6). */
  currentlyDueCents: number
  processingCents: number
  isPaid: boolean
}

/** Returns what a policy owes now, from the ledger. In a transaction with the balance locked, it cannot change. */
export async function getAmountDue(db: Kysely<DB>, policy: Policy, now: Date): Promise<AmountDue> {
  const billing = await getBilling(db, policy.policyId, getPropertyDate(now, policy))
  return {
    totalDueCents: billing.dueCents,
    currentlyDueCents: billing.currentlyDueCents,
    processingCents: billing.processingCents,
    isPaid: billing.currentlyDueCents <= 0,
  }
}
