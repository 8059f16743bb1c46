import type { Agency } from '../../agencies/store.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { sendAgentOfRecordEmail } from '../../endorsements/emails.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getDueFacts } from '../../ledger/invoices.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { getPayPageUrl } from '../../notifications/pay-link.ts'
import type { Payees } from '../../payments/refunds/refund-payees.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import { describeOldPolicyEnd, describeRewriteAmounts } from './describe-amounts.ts'

interface NewPolicy {
  policyId: string
  policyNo: string
  inceptionDate: string
  agency: Agency
  movedCents: number
  /** Payees who are refunded the money that the new policy does not need. */
  payees: Payees
  /** Cancellation date of the old policy, `YYYY-MM-DD`. */
  oldEnd: string
}

export interface RewriteNotice {
  old: Policy
  newPolicy: NewPolicy
}

/**
 * Notifies the insured and the agency of the new policy and of the amounts moved and refunded (BIL-7). If the agency
 * changed, notifies both agencies. Also notifies the lienholders, who need the new policy number.
 */
export async function notifyRewritten(ctx: TransactionContext, { old, newPolicy }: RewriteNotice): Promise<void> {
  const kept = await getPolicyBalance(ctx.db, old.policyId)
  const due = await getDueFacts(ctx.db, newPolicy.policyId, getPropertyDate(ctx.now, old))
  const ended = { inceptionDate: old.inceptionDate, endedOn: newPolicy.oldEnd }
  const values = {
    oldPolicyNo: old.policyNo,
    inceptionDate: newPolicy.inceptionDate,
    movedCents: newPolicy.movedCents,
    ...due,
    endWords: describeOldPolicyEnd(ended),
    moneyWords: describeRewriteAmounts({
      ...ended,
      policyNo: old.policyNo,
      keptCents: kept.invoicedCents,
      dueCents: Math.max(0, kept.dueCents),
      payees: newPolicy.payees,
    }),
  }
  const { policyholder, agency } = await getEmailRecipients(ctx, {
    ...{ ...old, policyId: newPolicy.policyId, policyNo: newPolicy.policyNo },
    agencyId: newPolicy.agency.agencyId,
  })
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'policy-rewritten' },
      values: { ...policyholder.values, ...values },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-policy-rewritten' },
      values: { ...agency.values, ...values },
    })
  const rows = [
    { label: `Paid, from ${old.policyNo}`, cents: values.movedCents },
    { label: due.dueLabel, cents: due.dueCents },
    { label: `Balance of ${newPolicy.policyNo}`, cents: due.balanceCents },
    { label: `Remains charged on ${old.policyNo}`, cents: kept.invoicedCents },
    { label: `Balance of ${old.policyNo}`, cents: Math.max(0, kept.dueCents) },
    { label: 'Refund', cents: newPolicy.payees.reduce((sum, { cents }) => sum + cents, 0) },
  ].map(({ label, cents }) => ({ label, cents: [cents] }))
  await recordLetters(
    ctx,
    { ...old, policyId: newPolicy.policyId, policyNo: newPolicy.policyNo },
    {
      kind: 'rewrite',
      ...(due.dueCents > 0 && { payUrl: getPayPageUrl(ctx.config, newPolicy.policyNo) }),
      facts: [
        ['Earlier policy number', old.policyNo],
        ['Coverage begins', `${formatUsDate(newPolicy.inceptionDate)}, 12:01 a.m. at the insured property`],
      ],
      paragraphs: [`Policy ${old.policyNo} ${values.endWords}, and is replaced by the policy named above.`],
      account: { tables: [{ title: 'Your account', columns: ['', 'Amount'], rows }], words: values.moneyWords },
      payees: newPolicy.payees,
    },
  )
  await sendAgentOfRecordEmail(ctx, {
    policy: { ...old, policyId: newPolicy.policyId, policyNo: newPolicy.policyNo },
    agencyId: newPolicy.agency.agencyId,
    agencyNo: newPolicy.agency.agencyNo,
    effectiveDate: newPolicy.inceptionDate,
  })
}
