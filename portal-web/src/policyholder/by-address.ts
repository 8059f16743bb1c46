import type { PolicyDetails } from '@tideline/sdk'

type Term = Pick<PolicyDetails, 'address' | 'inceptionDate'>

/** Policies grouped by address, the newest inception first in each group and among them (POL-5). */
export function byAddress<Policy extends Term>(policies: readonly Policy[]) {
  const newestFirst = [...policies].sort((one, other) => other.inceptionDate.localeCompare(one.inceptionDate))
  return [...Map.groupBy(newestFirst, ({ address }) => address)].map(([address, terms]) => ({ address, terms }))
}
