import { useMutation } from '@tanstack/react-query'
import type { BulkAction } from '@tideline/sdk'
import { finalizeCancelPolicy, nonRenewPolicy } from '@tideline/sdk/operations'
import { CancelReasonCode } from '@tideline/sdk/words'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useEffect } from 'react'

const headers = { 'Dry-Run': 'true' as const }
/**
 * The dry run of each action: checks a policy without changing it. Actions without a dry run show rejections only when
 * the job runs.
 */
const dryRuns: Partial<Record<BulkAction, (policyNo: string) => Promise<unknown>>> = {
  nonRenew: (PolicyNo) =>
    api.call(nonRenewPolicy, { headers, body: { PolicyNo, Note: 'Dry run', reasonCode: CancelReasonCode.nonRenewal } }),
  finalizeCancel: (PolicyNumber) => api.call(finalizeCancelPolicy, { headers, body: { PolicyNumber } }),
}

export interface PolicyRejection {
  policyNo: string
  reason: string
}

/** Maximum number of concurrent requests. */
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
 * Checks once, on mount, which policies the action would reject. Returns these policies with the reasons, or undefined
 * until all dry runs have finished.
 */
export function useDryRunRejections(action: BulkAction, policyNos: readonly string[]): PolicyRejection[] | undefined {
  const { mutate, data } = useMutation({
    mutationFn: async () => {
      const run = dryRuns[action]
      return run ? runAll(run, policyNos) : []
    },
  })
  useEffect(() => mutate(), [mutate])
  return data
}
