import type { PolicyHistoryItem } from '@tideline/sdk'

export interface AddressTerms {
  address: string
  /** Of the whole history, also those on other pages. */
  termCount: number
  terms: PolicyHistoryItem[]
}

const newestFirst = (one: PolicyHistoryItem, other: PolicyHistoryItem) =>
  other.inceptionDate.localeCompare(one.inceptionDate)

/** The terms by address, newest inception first; the address with the newest one leads (POL-5). */
export function byAddress(terms: readonly PolicyHistoryItem[]): AddressTerms[] {
  const groups = Map.groupBy(terms.toSorted(newestFirst), ({ address }) => address)
  return [...groups].map(([address, own]) => ({ address, termCount: own[0]?.termsAtAddress ?? own.length, terms: own }))
}
