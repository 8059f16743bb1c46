import type { NonpaymentNotice, PolicyDetails, RenewalHold } from '@tideline/sdk'
import { capitalize, formatDate, formatMoney } from '../formats/format.ts'

/** Policy fields that determine the description of the amount due. */
export type AmountDueFields = Pick<
  PolicyDetails,
  | 'totalDue'
  | 'currentlyDue'
  | 'payableAmount'
  | 'dueDate'
  | 'dueState'
  | 'isPaymentProcessing'
  | 'processingAmount'
  | 'isBilledToLender'
>

export interface AmountDue {
  state: 'pastDue' | 'due' | 'upcoming' | 'processing' | 'credit'
  /** Label with the due date, such as `Amount due by 12/22/2026`. */
  label: string
  /** Amount in dollars. Never negative. */
  amount: number
  /** The amount and the label as one phrase for use in a sentence, such as `$1,319.76 due by 12/22/2026`. */
  text: string
  tone: 'danger' | 'warning' | 'neutral' | 'info'
  icon: 'attention' | 'clock' | 'returned'
}

/** The next automatic charge. */
export interface AutomaticCharge {
  /** The date at the insured property, `YYYY-MM-DD`. */
  date: string
  /** Amount in dollars. */
  amount: number
  isCard: boolean
  lastFourDigits: string
}

interface AmountDueOptions {
  /** The viewer's date, `YYYY-MM-DD`. */
  today: string
  /** Whether the viewer is the policyholder. */
  isInsured?: boolean
  /** The next automatic charge, if auto-pay is on and not on hold. */
  charge?: AutomaticCharge | undefined
}

/**
 * Describes the amount due now, or the next amount due, with the due date (BIL-12, UI-9). Returns undefined if nothing
 * is owed.
 */
export function describeAmountDue(policy: AmountDueFields, options: AmountDueOptions): AmountDue | undefined {
  const { totalDue, payableAmount, processingAmount, isPaymentProcessing } = policy
  if (totalDue < 0) {
    const amount = -totalDue
    const text = `${formatMoney(amount)} to be refunded`
    return { state: 'credit', label: 'To be refunded', amount, text, tone: 'info', icon: 'returned' }
  }
  if (totalDue === 0) return undefined
  if (isPaymentProcessing && payableAmount <= 0) {
    const text = `${formatMoney(processingAmount)} payment processing`
    return {
      state: 'processing',
      label: 'Payment processing',
      amount: processingAmount,
      text,
      tone: 'info',
      icon: 'clock',
    }
  }
  return describeOwedAmount(policy, options)
}

function describeOwedAmount(policy: AmountDueFields, options: AmountDueOptions): AmountDue {
  const { today, isInsured = false, charge } = options
  const { currentlyDue, payableAmount: amount, dueState, isBilledToLender } = policy
  const isPastDue = dueState === 'pastDue'
  const when = describeDueDate(policy, today)
  const state = isPastDue ? 'pastDue' : currentlyDue > 0 ? 'due' : 'upcoming'
  // Past-due amounts are not described as automatic charges, because their notices ask for a payment (AUT-10).
  if (charge && !isPastDue && !isBilledToLender) return { ...describeCharge(charge, options), state }
  const look = isPastDue
    ? ({ tone: 'danger', icon: 'attention' } as const)
    : state === 'upcoming' || isBilledToLender
      ? ({ tone: 'neutral', icon: 'clock' } as const)
      : ({ tone: 'warning', icon: 'attention' } as const)
  if (isBilledToLender) {
    const payer = `billed to ${isInsured ? 'your' : 'the'} lender, ${when}`
    return { state, label: capitalize(payer), amount, text: `${formatMoney(amount)} ${payer}`, ...look }
  }
  const label = isPastDue ? capitalize(when) : `${state === 'upcoming' ? 'Next amount' : 'Amount'} ${when}`
  return { state, label, amount, text: `${formatMoney(amount)} ${when}`, ...look }
}

/** Describes an amount that will be charged automatically, so that the policyholder does not pay it twice (AUT-10). */
function describeCharge(charge: AutomaticCharge, { today, isInsured }: AmountDueOptions): Omit<AmountDue, 'state'> {
  const { date, amount, isCard, lastFourDigits } = charge
  const method = `${isInsured ? 'your' : 'the insured’s'} ${isCard ? 'card' : 'bank account'} ending in ${lastFourDigits}`
  const when = date === today ? 'today' : `on ${formatDate(date)}`
  return {
    ...{ label: `We will charge ${method} ${when}`, amount },
    ...{ text: `We will charge ${formatMoney(amount)} to ${method} ${when}`, tone: 'neutral', icon: 'clock' },
  }
}

/** Describes when an amount is due, such as `due by 12/22/2026` (UI-9). `today` is `YYYY-MM-DD`. */
export function describeDueDate({ dueDate, dueState }: Pick<AmountDueFields, 'dueDate' | 'dueState'>, today: string) {
  if (dueState === 'pastDue') return `past due since ${formatDate(dueDate)}`
  return dueDate === today ? 'due today' : `due by ${formatDate(dueDate)}`
}

const holdReasons: Record<NonNullable<NonpaymentNotice['holdReason']>, string> = {
  processing: 'a payment is processing',
  disputed: 'a payment is disputed',
  moratorium: 'a regulatory moratorium applies',
  claim: 'a claim is open',
}

/**
 * Returns a sentence for each payment deadline: an open notice of cancellation for nonpayment (DEL-9), and a renewal on
 * hold (REN-5). For staff, the sentence also states why the notice is on hold (DEL-5).
 */
export function describeDeadlines(
  { nonpaymentNotice, renewalHold }: { nonpaymentNotice?: NonpaymentNotice; renewalHold: RenewalHold | null },
  { isInsured }: { isInsured: boolean },
): string[] {
  const deadlines: string[] = []
  if (nonpaymentNotice) {
    const { amount, payBy, holdReason } = nonpaymentNotice
    const goal = isInsured ? 'keep your coverage' : 'keep the policy in force'
    const hold = holdReason ? ` The notice is on hold because ${holdReasons[holdReason]}.` : ''
    deadlines.push(
      `Cancellation notice for nonpayment: pay ${formatMoney(amount)} by ${formatDate(payBy)} to ${goal}.${hold}`,
    )
  }
  if (renewalHold)
    deadlines.push(`Renewal on hold: pay ${formatMoney(renewalHold.amount)} by ${formatDate(renewalHold.payBy)}.`)
  return deadlines
}
