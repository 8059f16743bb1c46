import type { PolicyHistoryItem } from '@tideline/sdk'

export interface AddressTerms {
  address: string
  /** The number in the entire history, including other pages. */
  termCount: number
  terms: PolicyHistoryItem[]
}

const newestFirst = (one: PolicyHistoryItem, other: PolicyHistoryItem) =>
  other.inceptionDate.localeCompare(one.inceptionDate)

/** Groups the terms by address, newest inception first. The address with the newest term comes first (POL-5). */
export function groupTermsByAddress(terms: readonly PolicyHistoryItem[]): AddressTerms[] {
  const groups = Map.groupBy(terms.toSorted(newestFirst), ({ address }) => address)
  return [...groups].map(([address, own]) => ({ address, termCount: own[0]?.termsAtAddress ?? own.length, terms: own }))
}
