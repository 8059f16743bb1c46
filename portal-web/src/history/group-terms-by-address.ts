import type { PolicyHistoryItem } from '@tideline/sdk'

export interface AddressTerms {
  address: string
  /** Number of terms in the entire history, on all pages. */
  termCount: number
  terms: PolicyHistoryItem[]
}

const newestFirst = (one: PolicyHistoryItem, other: PolicyHistoryItem) =>
  other.inceptionDate.localeCompare(one.inceptionDate)

/** Groups the terms by address (POL-5). Terms and addresses are sorted by inception date, newest first. */
export function groupTermsByAddress(terms: readonly PolicyHistoryItem[]): AddressTerms[] {
  const groups = Map.groupBy(terms.toSorted(newestFirst), ({ address }) => address)
  return [...groups].map(([address, own]) => ({ address, termCount: own[0]?.termsAtAddress ?? own.length, terms: own }))
}
