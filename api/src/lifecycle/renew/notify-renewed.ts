import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { formatDollars } from '../../http/money.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import { toDueFacts } from '../../ledger/obligations.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { getPayPageUrl } from '../../notifications/pay-link.ts'
import { getAutomaticPayer } from '../../payments/charge/charge-renewal.ts'
import { describeChargedMethod } from '../../payments/describe-method.ts'
import { isBilledToLender } from '../../policy/payer.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import type { CreatedTerm } from '../rewrite/new-term.ts'

interface RenewalMoney {
  /** Credit in cents. */
  creditCents: number
  dueCents: number
  /** Due date, `YYYY-MM-DD`. */
  dueDate: string
  billsLender: boolean
  isMonthly: boolean
  /** Payment method to charge automatically, if its payer opted in. */
  chargedTo: { isCard: boolean; lastFour: string } | undefined
}

/** Texts for each kind of recipient: policyholder or agency (EML-1). */
const paymentTexts = {
  policyholder: {
    lender: 'Your lender will be billed.',
    noAction: ' You don’t need to do anything.',
    payBy: (isMonthly: boolean, date: string) => `Please pay ${isMonthly ? 'the first installment ' : ''}by ${date}.`,
  },
  agency: {
    lender: 'The lender will be billed.',
    noAction: '',
    payBy: (isMonthly: boolean, date: string) =>
      `${isMonthly ? 'The first installment' : 'Payment'} is due by ${date}.`,
  },
} as const

/** Describes who pays a renewal, when it is due, and the credit already applied (BIL-7). */
export function describeRenewalPayment(renewal: RenewalMoney, audience: keyof typeof paymentTexts): string {
  const { creditCents, dueCents, dueDate, billsLender, isMonthly, chargedTo } = renewal
  const texts = paymentTexts[audience]
  const credit = creditCents > 0 ? `${formatDollars(creditCents)} of credit has already been applied. ` : ''
  if (dueCents <= 0) return `${credit}No payment is due.`
  if (billsLender) return `${credit}${texts.lender}`
  if (chargedTo) {
    const payer = describeChargedMethod(chargedTo, audience)
    const fee = chargedTo.isCard ? ' No card fee is added.' : ''
    return `${credit}We charge ${isMonthly ? 'each part' : 'it'} to ${payer} when it falls due, ${isMonthly ? 'first ' : ''}on ${formatUsDate(dueDate)}.${texts.noAction}${fee}`
  }
  return credit + texts.payBy(isMonthly, formatUsDate(dueDate))
}

export interface RenewalNotice {
  old: Policy
  /** The renewal term, and the credit already applied to it. */
  renewal: CreatedTerm & { creditCents: number }
}

/** Notifies the insured, the agency and the lienholders of a renewal, its price and its payer. */
export async function notifyRenewed(ctx: TransactionContext, { old, renewal }: RenewalNotice): Promise<void> {
  const { policyId, policyNo, totalCents, creditCents } = renewal
  const inceptionDate = old.expirationDate
  const billing = await getBalanceAndAmountDue(ctx.db, policyId, getPropertyDate(ctx.now, old))
  const dueCents = Math.max(0, billing.dueCents)
  const money = {
    ...{ creditCents, dueCents, dueDate: billing.dueDate ?? inceptionDate },
    billsLender: await isBilledToLender(ctx.db, policyId),
    isMonthly: old.paymentInterval === 'Monthly',
    chargedTo: await getAutomaticPayer(ctx.db, { ...old, policyId }, dueCents),
  }
  const words = describeRenewalPayment(money, 'policyholder')
  const due = toDueFacts(billing)
  const values = { oldPolicyNo: old.policyNo, inceptionDate, totalCents, ...due }
  const { policyholder, agency } = await getEmailRecipients(ctx, { ...old, policyId, policyNo })
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'renewal' },
      values: { ...policyholder.values, ...values, moneyWords: words },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-renewal' },
      values: { ...agency.values, ...values, moneyWords: describeRenewalPayment(money, 'agency') },
    })
  const rows = [
    { label: 'Total premium', cents: [totalCents] },
    { label: 'Paid ahead', cents: [creditCents] },
    { label: due.dueLabel, cents: [due.dueCents] },
    { label: 'Balance', cents: [due.balanceCents] },
  ]
  await recordLetters(
    ctx,
    { ...old, policyId, policyNo },
    {
      kind: 'renewal',
      ...(due.dueCents > 0 && !money.billsLender && { payUrl: getPayPageUrl(ctx.config, policyNo) }),
      facts: [
        ['Earlier policy number', old.policyNo],
        ['Coverage continues', `${formatUsDate(inceptionDate)}, 12:01 a.m. at the insured property`],
      ],
      paragraphs: [`The policy named above renews policy ${old.policyNo}, without a lapse in coverage.`],
      account: { tables: [{ title: 'Your account', columns: ['', 'Amount'], rows }], words },
    },
  )
}
