import type { PolicyDetails } from '@tideline/sdk'

type Term = Pick<PolicyDetails, 'address' | 'inceptionDate'>

/** Groups policies by address. Within each group and among groups, the newest inception date comes first (POL-5). */
export function groupPoliciesByAddress<Policy extends Term>(policies: readonly Policy[]) {
  const newestFirst = [...policies].sort((one, other) => other.inceptionDate.localeCompare(one.inceptionDate))
  return [...Map.groupBy(newestFirst, ({ address }) => address)].map(([address, terms]) => ({ address, terms }))
}
