import { useQuery } from '@tanstack/react-query'
import type { BulkAction } from '@tideline/sdk'
import { finalizeCancelPolicy, nonRenewPolicy } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'

const headers = { 'Dry-Run': 'true' as const }
/**
 * The dry run of each action, which checks a policy without changing it. For actions without a dry run, no rejections
 * are known in advance.
 */
const dryRuns: Partial<Record<BulkAction, (policyNo: string) => Promise<unknown>>> = {
  nonRenew: (PolicyNo) => api.call(nonRenewPolicy, { headers, body: { PolicyNo, Note: 'Dry run', reasonCode: '99' } }),
  finalizeCancel: (PolicyNumber) => api.call(finalizeCancelPolicy, { headers, body: { PolicyNumber } }),
}

export interface PolicyRejection {
  policyNo: string
  reason: string
}

/** The number of concurrent requests. */
const maxConcurrentRequests = 4

async function runAll(
  run: (policyNo: string) => Promise<unknown>,
  policyNos: readonly string[],
): Promise<PolicyRejection[]> {
  const rejections: PolicyRejection[] = []
  for (let at = 0; at < policyNos.length; at += maxConcurrentRequests)
    await Promise.all(
      policyNos.slice(at, at + maxConcurrentRequests).map((policyNo) =>
        run(policyNo).catch((error) => {
          rejections.push({ policyNo, reason: getErrorMessage(error) })
        }),
      ),
    )
  return rejections
}

/**
 * Returns the policies to which an action cannot be applied, each with the reason. Returns undefined while the dry runs
 * are in progress.
 */
export function useDryRunRejections(action: BulkAction, policyNos: readonly string[]): PolicyRejection[] | undefined {
  const run = dryRuns[action]
  const { data } = useQuery({
    queryKey: ['dry runs', action, policyNos],
    queryFn: () => (run ? runAll(run, policyNos) : []),
    gcTime: 0,
    retry: false,
  })
  return data
}
