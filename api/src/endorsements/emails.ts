import { getAgency } from '../agencies/store.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { TransactionContext } from '../http/context.ts'
import { getBalanceAndAmountDue, getInvoiceAmountDue } from '../ledger/invoices.ts'
import { toDueFacts } from '../ledger/obligations.ts'
import { getEmailRecipients } from '../notifications/email-recipients.ts'
import { enqueueEmail, enqueueEmails } from '../notifications/enqueue-email.ts'
import { findAutomaticCharge } from '../payments/auto-pay/read-auto-pay.ts'
import { describeChargedMethod } from '../payments/describe-method.ts'
import type { Policy } from '../policy/visibility.ts'
import { describeEndorsementAmounts, type EndorsementAmounts } from './describe-amounts.ts'

export interface BoundEndorsement extends Omit<EndorsementAmounts, 'due'> {
  policy: Policy
  policyTransactionId: string
  /** The invoice of the endorsement. Undefined if it neither charges nor returns premium. */
  invoiceId: string | undefined
  changes: string[]
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Total premium of the term after the endorsement. */
  totalCents: number
}

/** Notifies the insured and the agency of a bound endorsement and its charge or refund (END-10). */
export async function sendEndorsementEmail(ctx: TransactionContext, bound: BoundEndorsement): Promise<void> {
  const { policy, effectiveDate, changeCents, totalCents, invoiceId } = bound
  const charge = await findAutomaticCharge(ctx, policy.policyId)
  const billing = await getBalanceAndAmountDue(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))
  const due = invoiceId === undefined ? undefined : getInvoiceAmountDue(billing.obligations, invoiceId)
  const amounts = { ...bound, due, chargedTo: charge }
  const getValues = (audience: 'policyholder' | 'agency') => ({
    ...{ changes: bound.changes.join(', '), effectiveDate, changeCents, totalCents },
    ...toDueFacts(billing, charge && { ...charge, payer: describeChargedMethod(charge, audience) }),
    moneyWords: describeEndorsementAmounts(amounts, audience),
  })
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  await enqueueEmails(ctx.db, [
    ...(policyholder
      ? [
          {
            ...{ ...policyholder.mail, template: 'endorsement' as const },
            values: { ...policyholder.values, ...getValues('policyholder') },
          },
        ]
      : []),
    ...(agency
      ? [
          {
            ...{ ...agency.mail, template: 'agency-endorsement' as const },
            values: { ...agency.values, ...getValues('agency') },
          },
        ]
      : []),
  ])
}

export interface AgencyChange {
  /** The policy before the change. */
  policy: Policy
  agencyId: string
  agencyNo: string
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
}

/** Notifies the insured and both agencies of a new agent of record. Sends nothing if only the producer changes. */
export async function sendAgentOfRecordEmail({ db }: Pick<TransactionContext, 'db'>, now: AgencyChange): Promise<void> {
  const { policy } = now
  if (now.agencyId === policy.agencyId) return
  const [before, after] = [await getAgency(db, policy.agencyId), await getAgency(db, now.agencyId)]
  const values = {
    ...{ policyNo: policy.policyNo, address: policy.addressLine, company: after.company, agencyNo: now.agencyNo },
    ...{ previous: before.company, effectiveDate: now.effectiveDate },
  }
  const { policyId, insuredName } = policy
  if (policy.email)
    await enqueueEmail(db, {
      ...{ to: policy.email, toName: insuredName, policyId, template: 'agent-of-record' },
      values: { ...values, firstName: policy.firstName || insuredName },
    })
  for (const { email, company } of [before, after])
    if (email)
      await enqueueEmail(db, {
        ...{ to: email, toName: company, policyId, template: 'agency-agent-of-record' },
        values: { ...values, insuredName, firstName: company },
      })
}
