import { formatUsDate } from '../calendar/format-date.ts'
import { formatDollars } from '../http/money.ts'
import { describeChargedMethod } from '../payments/describe-method.ts'
import { describeHeldRefund } from '../payments/refunds/held-refund-messages.ts'
import { describeRefundPayees, type Payees } from '../payments/refunds/refund-payees.ts'
import type { HeldRefund } from '../payments/refunds/release-return-premium.ts'
import type { PayerChange } from './payer-change.ts'

/** Amounts that an endorsement charges or returns, in cents. */
export interface EndorsementAmounts {
  /** Negative for return premium. */
  changeCents: number
  /** Refunds that are paid immediately. */
  payees: Payees
  /** Refunds on hold until staff decide. */
  held: readonly HeldRefund[]
  /**
   * Open amount of the endorsement's invoice, its first due date (`YYYY-MM-DD`), and the number of its due dates.
   * Undefined if nothing is open.
   */
  due: { openCents: number; dueDate: string; parts: number } | undefined
  billsLender: boolean
  /** Who is billed instead, if the endorsement changes it (BIL-18). */
  payerChange?: Pick<PayerChange, 'lenderBefore' | 'lenderAfter'> | undefined
  /** The payment method, if auto-pay is on and not on hold. */
  chargedTo?: { isCard: boolean; lastFour: string } | undefined
}

/** Texts for each kind of recipient: policyholder or agency (EML-1). */
const chargeTexts = {
  policyholder: {
    covered: 'Your earlier payments cover it.',
    lender: 'Your lender will be billed.',
    spread: (parts: number, date: string) =>
      `The difference is added to your ${parts} remaining installments, starting on ${date}.`,
    payBy: (date: string) => `Please pay the difference by ${date}.`,
    announce: 'We will email you the date 10 days before.',
  },
  agency: {
    covered: 'Earlier payments cover it.',
    lender: 'The lender will be billed.',
    spread: (parts: number, date: string) =>
      `The difference is added to the ${parts} remaining installments, starting on ${date}.`,
    payBy: (date: string) => `The difference is due by ${date}.`,
    announce: 'We will email the insured the date 10 days before.',
  },
} as const

const describeCharge = ({ due, billsLender, chargedTo }: EndorsementAmounts, audience: keyof typeof chargeTexts) => {
  const texts = chargeTexts[audience]
  if (!due) return texts.covered
  if (billsLender) return texts.lender
  if (due.parts > 1) return texts.spread(due.parts, formatUsDate(due.dueDate))
  if (!chargedTo) return texts.payBy(formatUsDate(due.dueDate))
  // A higher bank debit is announced, which can postpone it (AUT-8).
  const charge = `We will charge the difference to ${describeChargedMethod(chargedTo, audience)}`
  return chargedTo.isCard ? `${charge} on ${formatUsDate(due.dueDate)}.` : `${charge}. ${texts.announce}`
}

const describeReturn = ({ changeCents, payees, held }: EndorsementAmounts, audience: keyof typeof chargeTexts) => {
  const unpaidCents = -changeCents - [...payees, ...held].reduce((sum, { cents }) => sum + cents, 0)
  return [
    ...(payees.length > 0 ? [describeRefundPayees(payees)] : []),
    ...held.map((one) => describeHeldRefund(one, audience)),
    ...(unpaidCents > 0 ? [`${formatDollars(unpaidCents)} less is owed.`] : []),
  ].join(' ')
}

const describePayerChange = (
  { lenderBefore, lenderAfter }: NonNullable<EndorsementAmounts['payerChange']>,
  audience: keyof typeof chargeTexts,
) => {
  const payer = lenderAfter ?? { policyholder: 'you', agency: 'the insured' }[audience]
  return `From now on, we bill ${payer}${lenderBefore ? ` instead of ${lenderBefore}` : ''}.`
}

/** Describes an endorsement's charge and due date, or its refund and payees, and who is billed instead (END-10). */
export function describeEndorsementAmounts(money: EndorsementAmounts, audience: keyof typeof chargeTexts): string {
  const amounts =
    money.changeCents > 0
      ? describeCharge(money, audience)
      : money.changeCents < 0
        ? describeReturn(money, audience)
        : 'The cost of the policy does not change.'
  return [amounts, ...(money.payerChange ? [describePayerChange(money.payerChange, audience)] : [])].join(' ')
}
