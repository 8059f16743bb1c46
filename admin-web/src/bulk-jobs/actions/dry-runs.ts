import type { BulkAction } from '@tideline/sdk'
import { finalizeCancelPolicy, nonRenewPolicy, resendPolicyLink } from '@tideline/sdk/operations'
import { CancelReasonCode } from '@tideline/sdk/words'
import { api } from '@tideline/web-kit/session/api.ts'
import { dryRunHeaders as headers } from '../../kit/useDryRun.ts'

/**
 * The dry run of each action on one policy. Rescinding has none, because only the Undo button of a job starts it, for
 * the policies that the job changed.
 */
export const policyDryRuns: Partial<Record<BulkAction, (policyNo: string) => Promise<unknown>>> = {
  resendLink: (policyNo) => api.call(resendPolicyLink, { headers, path: { policyNo } }),
  nonRenew: (PolicyNo) =>
    api.call(nonRenewPolicy, { headers, body: { PolicyNo, Note: 'Dry run', reasonCode: CancelReasonCode.nonRenewal } }),
  finalizeCancel: (PolicyNumber) => api.call(finalizeCancelPolicy, { headers, body: { PolicyNumber } }),
}
