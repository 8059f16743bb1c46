import type { PolicyTransaction } from '@tideline/sdk'

/** What the JSON text `meta` of a transaction holds, as far as screens need it. */
export interface TransactionMeta {
  quoteNumber?: string
  addressID?: string
  addressDataVersion?: number
  numberOfUnits?: number
  mixedUseResidentialPct?: number
}

/** Unreadable meta is empty meta: a policy is still shown. */
export function getMeta(transaction: Pick<PolicyTransaction, 'meta'> | undefined): TransactionMeta {
  try {
    return JSON.parse(transaction?.meta ?? '{}') as TransactionMeta
  } catch {
    return {}
  }
}

/** Transactions by post date, oldest first; the last one is the policy as it stands. */
export const byPostDate = (transactions: readonly PolicyTransaction[]) =>
  [...transactions].sort((one, other) => Date.parse(one.postDate) - Date.parse(other.postDate))

/** What is known of a policy, with its latest transaction merged into it, whose fields win (POL-14). */
export const policyData = <Policy extends object>(policy: Policy, transactions: readonly PolicyTransaction[]) => ({
  ...policy,
  ...byPostDate(transactions).at(-1),
})
