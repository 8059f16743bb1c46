import { type Agency, getAgency } from '../agencies/store.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import type { Policy } from '../policy/visibility.ts'

export type EmailContext = Pick<TransactionContext, 'db' | 'config'>

type EmailedPolicy = Pick<
  Policy,
  'policyId' | 'policyNo' | 'agencyId' | 'email' | 'firstName' | 'insuredName' | 'addressLine'
>

/** Returns the values that all emails and letters to a policyholder use. */
export const getPolicyholderValues = ({
  policyNo,
  firstName,
  insuredName,
  addressLine: address,
}: Pick<EmailedPolicy, 'policyNo' | 'firstName' | 'insuredName' | 'addressLine'>) => ({
  ...{ policyNo, address, firstName: firstName || insuredName },
})

/**
 * Returns the policyholder as the recipient of emails about a policy. Returns undefined if the policyholder has no
 * email address.
 */
export function getPolicyholderRecipient(
  { config }: Pick<EmailContext, 'config'>,
  policy: Omit<EmailedPolicy, 'agencyId'>,
) {
  const { policyId, policyNo, email, insuredName } = policy
  if (!email) return undefined
  return {
    mail: { to: email, toName: insuredName, policyId },
    values: {
      ...getPolicyholderValues(policy),
      link: `${getPublicUrl(config)}/policyholder/policies/${policyNo}`,
    },
  }
}

/**
 * Returns the agency as the recipient of emails about a policy. Returns undefined if the agency has no email address.
 */
export async function getAgencyRecipient(ctx: EmailContext, policy: EmailedPolicy) {
  return toAgencyRecipient(ctx, policy, await getAgency(ctx.db, policy.agencyId))
}

/** Same as `getAgencyRecipient`, for an agency that is known. */
export function toAgencyRecipient(
  { config }: Pick<EmailContext, 'config'>,
  policy: EmailedPolicy,
  { email, company }: Pick<Agency, 'email' | 'company'>,
) {
  const { policyId, policyNo, insuredName, addressLine: address } = policy
  if (!email) return undefined
  return {
    mail: { to: email, toName: company, policyId },
    values: {
      ...{ policyNo, address, insuredName, firstName: company },
      link: `${getPublicUrl(config)}/policy/embed/${policyNo}`,
    },
  }
}

/**
 * Returns the recipients of emails about a policy, the policyholder and the agency (EML-1), and the values that all
 * these emails use. A recipient is undefined if it has no email address.
 */
export const getEmailRecipients = async (ctx: EmailContext, policy: EmailedPolicy) => ({
  policyholder: getPolicyholderRecipient(ctx, policy),
  agency: await getAgencyRecipient(ctx, policy),
})
