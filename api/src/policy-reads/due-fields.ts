import { toDollars } from '../http/money.ts'
import { obligationsSql, submittedCentsSql } from '../ledger/money-sql.ts'
import type { DueSummary, Obligation } from '../ledger/obligations.ts'

/**
 * Values from which the due fields of a policy are calculated. `processingCents` is the total of submitted payments
 * that have not settled.
 */
export interface DueSource {
  obligations: Obligation[]
  today: string
  processingCents: number
}

export interface DueFields {
  currentlyDue: number
  dueDate: string | null
  dueState: NonNullable<DueSummary['dueState']> | null
  isPaid: boolean
}

/** SQL columns of `DueSource` for policy `p` with balance `b`. */
export const selectDueSource = (today: string) => `${obligationsSql} as obligations, ${today} as today,
    ${submittedCentsSql} as "processingCents"`

/** Returns the due fields of a policy in the format of the contract (BIL-12). */
export const presentDue = ({ currentlyDueCents, dueDate, dueState }: DueSummary): DueFields => ({
  currentlyDue: toDollars(currentlyDueCents),
  dueDate: dueDate ?? null,
  dueState: dueState ?? null,
  isPaid: currentlyDueCents === 0,
})
