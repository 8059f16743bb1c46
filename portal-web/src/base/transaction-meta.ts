import type { PolicyTransaction } from '@tideline/sdk'

/** Fields in a transaction's `meta` JSON that the screens use. */
export interface TransactionMeta {
  quoteNumber?: string
  addressID?: string
  addressDataVersion?: number
  numberOfUnits?: number
  mixedUseResidentialPct?: number
}

/** Parses the `meta` of a transaction. Returns an empty object if the JSON is invalid. */
export function parseTransactionMeta(transaction: Pick<PolicyTransaction, 'meta'> | undefined): TransactionMeta {
  try {
    return JSON.parse(transaction?.meta ?? '{}') as TransactionMeta
  } catch {
    return {}
  }
}

/** Sorts transactions by post date, oldest first. The last transaction contains the current state of the policy. */
export const sortByPostDate = (transactions: readonly PolicyTransaction[]) =>
  [...transactions].sort((one, other) => Date.parse(one.postDate) - Date.parse(other.postDate))

/** Merges the latest transaction into the policy. The transaction's fields take precedence (POL-14). */
export const mergeLatestTransaction = <Policy extends object>(
  policy: Policy,
  transactions: readonly PolicyTransaction[],
) => ({
  ...policy,
  ...sortByPostDate(transactions).at(-1),
})
