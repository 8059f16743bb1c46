import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { sendPolicyLink } from './send-policy-link.ts'

/**
 * Emails the insured a new link, to the address on file or to another one. Throws 404 or 403.
 * @returns the recipient's address
 */
export const resendLink = (ctx: Ctx, wish: { policyNo: string; to?: string | undefined }): Promise<string> =>
  changePolicy(ctx, wish.policyNo, 'resendLink', (ctx, { policyId }) =>
    sendPolicyLink(ctx, { policyId, purpose: 'authenticate', ...(wish.to ? { to: wish.to } : {}) }),
  )
