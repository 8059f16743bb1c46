import type { PolicyDetails } from '@tideline/sdk'

type Term = Pick<PolicyDetails, 'address' | 'inceptionDate'>

/** Groups policies by address. The newest inception comes first within each group and among the groups (POL-5). */
export function groupPoliciesByAddress<Policy extends Term>(policies: readonly Policy[]) {
  const newestFirst = [...policies].sort((one, other) => other.inceptionDate.localeCompare(one.inceptionDate))
  return [...Map.groupBy(newestFirst, ({ address }) => address)].map(([address, terms]) => ({ address, terms }))
}
