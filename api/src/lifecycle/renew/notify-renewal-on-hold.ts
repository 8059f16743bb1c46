import { getAgency } from '../../agencies/store.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'

/** Emails the policyholder and the agency that the renewal is on hold until the past-due amount is paid (REN-5). */
export async function notifyRenewalOnHold(ctx: TransactionContext, policy: Policy, amountCents: number): Promise<void> {
  const { policyId, policyNo, email, insuredName, expirationDate } = policy
  const home = getPublicUrl(ctx.config)
  const agency = await getAgency(ctx.db, policy.agencyId)
  const values = { policyNo, address: policy.addressLine, amountCents, expirationDate }
  if (email)
    await enqueueEmail(ctx.db, {
      ...{ to: email, toName: insuredName, policyId, template: 'renewal-on-hold' },
      values: {
        ...{ ...values, firstName: policy.firstName || insuredName },
        link: `${home}/policyholder/policies/${policyNo}`,
      },
    })
  if (agency.email)
    await enqueueEmail(ctx.db, {
      ...{ to: agency.email, toName: agency.company, policyId, template: 'agency-renewal-on-hold' },
      values: { ...values, firstName: agency.company, insuredName, link: `${home}/policy/embed/${policyNo}` },
    })
}
