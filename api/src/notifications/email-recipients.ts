import { getAgency } from '../agencies/store.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import type { Policy } from '../policy/visibility.ts'

export type EmailContext = Pick<TransactionContext, 'db' | 'config'>

type EmailedPolicy = Pick<
  Policy,
  'policyId' | 'policyNo' | 'agencyId' | 'email' | 'firstName' | 'insuredName' | 'addressLine'
>

/**
 * Returns the policyholder and the agency as recipients of emails about a policy (EML-1), with the values that all
 * these emails use. A recipient without an email address is undefined.
 */
export async function getEmailRecipients(ctx: EmailContext, policy: EmailedPolicy) {
  const home = getPublicUrl(ctx.config)
  const agency = await getAgency(ctx.db, policy.agencyId)
  const { policyId, policyNo, email, insuredName, addressLine: address } = policy
  return {
    policyholder: email
      ? {
          mail: { to: email, toName: insuredName, policyId },
          values: {
            ...{ policyNo, address, firstName: policy.firstName || insuredName },
            link: `${home}/policyholder/policies/${policyNo}`,
          },
        }
      : undefined,
    agency: agency.email
      ? {
          mail: { to: agency.email, toName: agency.company, policyId },
          values: {
            ...{ policyNo, address, insuredName, firstName: agency.company },
            link: `${home}/policy/embed/${policyNo}`,
          },
        }
      : undefined,
  }
}
