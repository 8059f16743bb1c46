import type { Kysely } from 'kysely'
import { getPropertyDate } from '../../calendar/property-day.ts'
import type { DB } from '../../db/schema.ts'
import { getBilling } from '../../ledger/invoices.ts'
import type { Policy } from '../../policy/visibility.ts'

export interface AmountDue {
  totalDueCents: number
  /** What a payment made now takes: what is due of a monthly plan, otherwise everything that is open (BIL-6). */
  currentlyDueCents: number
  processingCents: number
  isPaid: boolean
}

/** What a policy owes now, from the ledger. With a transaction whose balance is locked, nobody can change it meanwhile. */
export async function getAmountDue(db: Kysely<DB>, policy: Policy, now: Date): Promise<AmountDue> {
  const billing = await getBilling(db, policy.policyId, getPropertyDate(now, policy))
  return {
    totalDueCents: billing.dueCents,
    currentlyDueCents: billing.currentlyDueCents,
    processingCents: billing.processingCents,
    isPaid: billing.currentlyDueCents <= 0,
  }
}
