import { getAgency } from '../../agencies/store.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { formatDollars } from '../../http/money.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { getAutomaticPayer } from '../../payments/charge/charge-renewal.ts'
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

/** Describes who pays a renewal, when it is due, and the credit already applied (BIL-7). */
export function describeRenewalPayment(renewal: RenewalMoney): string {
  const { creditCents, dueCents, dueDate, billsLender, isMonthly, chargedTo } = renewal
  const credit = creditCents > 0 ? `${formatDollars(creditCents)} of credit has already been applied. ` : ''
  if (dueCents <= 0) return `${credit}No payment is due.`
  if (billsLender) return `${credit}Your lender will be billed.`
  if (chargedTo) {
    const payer = `your ${chargedTo.isCard ? 'card' : 'bank account'} ending in ${chargedTo.lastFour}`
    const fee = chargedTo.isCard ? ' No card fee is added.' : ''
    return `${credit}We charge ${isMonthly ? 'each part' : 'it'} to ${payer} when it falls due, ${isMonthly ? 'first ' : ''}on ${formatUsDate(dueDate)}. You don’t need to do anything.${fee}`
  }
  return `${credit}Please pay ${isMonthly ? 'the first installment ' : ''}by ${formatUsDate(dueDate)}.`
}

export interface RenewalNotice {
  old: Policy
  /** The renewal term, and the credit already applied to it. */
  made: CreatedTerm & { creditCents: number }
}

/** Notifies the insured, the agency and the lienholders of a renewal, its price and its payer. */
export async function notifyRenewed(ctx: TransactionContext, { old, made }: RenewalNotice): Promise<void> {
  const home = getPublicUrl(ctx.config)
  const { policyId, policyNo, totalCents, creditCents } = made
  const inceptionDate = old.expirationDate
  const billing = await getBalanceAndAmountDue(ctx.db, policyId, getPropertyDate(ctx.now, old))
  const dueCents = Math.max(0, billing.dueCents)
  const words = describeRenewalPayment({
    ...{ creditCents, dueCents, dueDate: billing.dueDate ?? inceptionDate },
    billsLender: await isBilledToLender(ctx.db, policyId),
    isMonthly: old.paymentInterval === 'Monthly',
    chargedTo: await getAutomaticPayer(ctx.db, { ...old, policyId }, dueCents),
  })
  const agency = await getAgency(ctx.db, old.agencyId)
  const to = [
    {
      ...{ email: old.email, name: old.insuredName, firstName: old.firstName || old.insuredName },
      link: `${home}/policyholder/policies/${policyNo}`,
    },
    {
      ...{ email: agency.email, name: agency.company, firstName: agency.company },
      link: `${home}/policy/embed/${policyNo}`,
    },
  ]
  for (const { email, name, firstName, link } of to)
    if (email)
      await enqueueEmail(ctx.db, {
        ...{ to: email, toName: name, policyId, template: 'renewal' },
        values: {
          ...{ firstName, link, oldPolicyNo: old.policyNo, policyNo, address: old.addressLine, inceptionDate },
          ...{ totalCents, dueCents, moneyWords: words },
        },
      })
  const rows = [
    { label: 'Total premium', cents: [totalCents] },
    { label: 'Paid ahead', cents: [creditCents] },
    { label: 'Amount due', cents: [dueCents] },
  ]
  await recordLetters(
    ctx,
    { ...old, policyId, policyNo },
    {
      kind: 'renewal',
      facts: [
        ['Earlier policy number', old.policyNo],
        ['Coverage continues', `${formatUsDate(inceptionDate)}, 12:01 a.m. at the insured property`],
      ],
      paragraphs: [`The policy named above renews policy ${old.policyNo}, without a lapse in coverage.`],
      account: { tables: [{ title: 'Your account', columns: ['', 'Amount'], rows }], words },
    },
  )
}
