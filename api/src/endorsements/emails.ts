import { getAgency } from '../agencies/store.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { getTransactionDue } from '../ledger/invoices.ts'
import { getPolicyBalance } from '../ledger/store.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import type { Policy } from '../policy/visibility.ts'
import { describeEndorsementAmounts, type EndorsementAmounts } from './describe-amounts.ts'

const getPages = (ctx: Ctx, { policyNo }: Policy) => ({
  insured: `${getPublicUrl(ctx.config)}/policyholder/policies/${policyNo}`,
  agent: `${getPublicUrl(ctx.config)}/policy/embed/${policyNo}`,
})

export interface BoundEndorsement extends Omit<EndorsementAmounts, 'due'> {
  policy: Policy
  policyTransactionId: string
  changes: string[]
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Total premium of the term after the endorsement. */
  totalCents: number
}

/** Notifies the insured and the agency of a bound endorsement and its charge or refund (END-10). */
export async function sendEndorsementEmail(ctx: TransactionContext, bound: BoundEndorsement): Promise<void> {
  const { policy, changes, effectiveDate, changeCents, totalCents } = bound
  const dueCents = Math.max(0, (await getPolicyBalance(ctx.db, policy.policyId)).dueCents)
  const values = {
    ...{ effectiveDate, changeCents, totalCents, dueCents },
    moneyWords: describeEndorsementAmounts({
      ...bound,
      due: await getTransactionDue(ctx.db, bound.policyTransactionId),
    }),
    policyNo: policy.policyNo,
    address: policy.addressLine,
    changes: changes.join(', '),
  }
  const pages = getPages(ctx, policy)
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'endorsement',
    values: { ...values, firstName: policy.firstName || policy.insuredName, link: pages.insured },
  })
  const { email, company } = await getAgency(ctx.db, policy.agencyId)
  if (email)
    await enqueueEmail(ctx.db, {
      to: email,
      toName: company,
      policyId: policy.policyId,
      template: 'endorsement',
      values: { ...values, firstName: company, link: pages.agent },
    })
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
    policyNo: policy.policyNo,
    address: policy.addressLine,
    company: after.company,
    agencyNo: now.agencyNo,
    previous: before.company,
    effectiveDate: now.effectiveDate,
  }
  const to = [
    { email: policy.email, name: policy.insuredName, firstName: policy.firstName || policy.insuredName },
    ...[before, after].map(({ email, company }) => ({ email, name: company, firstName: company })),
  ]
  for (const { email, name, firstName } of to)
    if (email)
      await enqueueEmail(db, {
        to: email,
        toName: name,
        policyId: policy.policyId,
        template: 'agent-of-record',
        values: { ...values, firstName },
      })
}
