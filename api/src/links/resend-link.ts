import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { sendPolicyLink } from './send-policy-link.ts'

/**
 * Emails the insured a new link, either to the address on file or to another address.
 * @returns the recipient's address
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not send the link
 */
export const resendLink = (ctx: Ctx, input: { policyNo: string; to?: string | undefined }): Promise<string> =>
  changePolicy(ctx, input.policyNo, 'resendLink', (ctx, { policyId }) =>
    sendPolicyLink(ctx, { policyId, purpose: 'authenticate', ...(input.to ? { to: input.to } : {}) }),
  )
