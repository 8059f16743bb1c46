import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import { obligationsSql, submittedCentsSql } from '../ledger/money-sql.ts'
import { type DueSummary, getPastDueCents, type Obligation } from '../ledger/obligations.ts'
import type { getViewer } from '../policy/viewer.ts'

type Confirmation = Operations['getConfirmation']['response']['payload']
export type RenewalHold = Confirmation['renewalHold']
export type NonpaymentNotice = NonNullable<Confirmation['nonpaymentNotice']>

/**
 * Values for calculating a policy's due fields. `processingCents` is the total of submitted payments that have not
 * settled.
 */
export interface DueFieldsInput {
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

/** SQL columns of `DueFieldsInput` for policy `p` with balance `b`. */
export const selectDueSource = (today: string) => `${obligationsSql} as obligations, ${today} as today,
    ${submittedCentsSql} as "processingCents"`

/** Returns the due fields of a policy in the format of the contract (BIL-12). */
export const toDueFields = ({ currentlyDueCents, dueDate, dueState }: DueSummary): DueFields => ({
  currentlyDue: toDollars(currentlyDueCents),
  dueDate: dueDate ?? null,
  dueState: dueState ?? null,
  isPaid: currentlyDueCents === 0,
})

/**
 * SQL for the open cents of the obligations that notice of cancellation `n` demands. Excludes amounts that a new payer
 * owes, because they are due later (BIL-19).
 */
export const demandedCentsSql = `(select coalesce(sum(o.open_cents), 0)::bigint
    from cancellation_notice_obligations d join obligations o using (obligation_id)
    where d.cancellation_notice_id = n.cancellation_notice_id and o.invoiced_due_date <= n.created_at::date)`

/** An open notice of cancellation for nonpayment, as selected by `selectDeadlineSource`. */
interface NoticeSource {
  dueCents: number
  payBy: string
  effectiveDate: string
  holdReason: NonNullable<NonpaymentNotice['holdReason']> | null
}

/** Values for calculating a policy's renewal hold and notice of cancellation. */
export interface DeadlineSource {
  isRenewalOnHold: boolean
  nonpaymentNotice: NoticeSource | null
}

/** SQL columns of `DeadlineSource` for policy `p`. */
export const selectDeadlineSource = `exists (select from renewal_holds h
      where h.policy_id = p.policy_id and h.ended_at is null) as "isRenewalOnHold",
    (select json_build_object('dueCents', ${demandedCentsSql}, 'payBy', n.effective_date - 1, 'effectiveDate', n.effective_date, 'holdReason', n.hold_reason)
      from cancellation_notices n where n.policy_id = p.policy_id and n.closed_at is null) as "nonpaymentNotice"`

interface TermState {
  expirationDate: string
  isCancelled: boolean
  isPendingCancel: boolean
  isExpired: boolean
  isNonRenewal: boolean
}

/**
 * Returns the renewal hold and the amount that must be paid to end it (REN-5). Returns null if the term is not in
 * force.
 */
export function toRenewalHold(due: DueFieldsInput, { isRenewalOnHold }: DeadlineSource, term: TermState): RenewalHold {
  const isDisplayed =
    isRenewalOnHold && !term.isCancelled && !term.isPendingCancel && !term.isNonRenewal && !term.isExpired
  const pastDueCents = isDisplayed ? getPastDueCents(due.obligations, due) : 0
  return pastDueCents > 0 ? { amount: toDollars(pastDueCents), payBy: term.expirationDate } : null
}

/** Returns the open notice of cancellation for nonpayment. Only staff see why a notice is on hold. */
export function toNonpaymentNotice(
  { nonpaymentNotice }: DeadlineSource,
  { kind }: ReturnType<typeof getViewer>,
): NonpaymentNotice | undefined {
  if (!nonpaymentNotice) return undefined
  const { dueCents, payBy, effectiveDate, holdReason } = nonpaymentNotice
  return {
    ...{ amount: toDollars(dueCents), payBy, effectiveDate },
    ...(holdReason && kind === 'internal' && { holdReason }),
  }
}
