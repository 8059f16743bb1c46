import type { PolicyTransaction } from '@tideline/sdk'
import { paths } from '@tideline/web-kit/paths.ts'
import { prefetchResponse } from '@tideline/web-kit/session/prefetch.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { parseTransactionMeta } from './base/transaction-meta.ts'

const policy = (policyNo: string) => `/api/v1/policies/${policyNo}`

/**
 * Prefetches data for the insured's screens while their code loads. A phone then waits for one round trip instead of
 * three.
 */
export function prefetchScreenData({ pathname, origin }: Pick<Location, 'pathname' | 'origin'>): void {
  const session = readSession()
  const policyNo = session?.validateReturn?.policy.policyNo
  // Skips prefetching if the token is about to expire, because the client must renew it first.
  if (!session || !policyNo || Date.parse(session.expiresAt) - Date.now() < 120_000) return
  const prefetch = (path: string, next?: (response: Response) => Promise<void>) =>
    prefetchResponse(`${origin}${path}`, session.token, next)
  const prefetchAddress = async (transactions: Response) => {
    const { payload } = (await transactions.json()) as { payload: PolicyTransaction[] }
    const { addressID, addressDataVersion } = parseTransactionMeta(payload.at(-1))
    if (addressID !== undefined && addressDataVersion !== undefined)
      prefetch(`/api/v1/policies/address/${addressID}/version/${addressDataVersion}`)
  }
  const prefetchByPath: Record<string, () => void> = {
    [paths.policyholderWelcome()]: () => prefetch(`${policy(policyNo)}/getConfirmation`),
    [paths.policyholderDocuments()]: () => {
      prefetch(`${policy(policyNo)}/getConfirmation`)
      prefetch(`${policy(policyNo)}/policytransactions`, prefetchAddress)
      prefetch(`/api/v1/documents/policy/${policyNo}`)
      prefetch('/api/v1/documents/consent')
    },
  }
  prefetchByPath[pathname]?.()
}
