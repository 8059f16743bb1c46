import type { PolicyDetails } from '@tideline/sdk'
import { getNeedDeadline, getPolicyNeeds } from './policy-needs.ts'

interface PolicyWithNeeds {
  policy: PolicyDetails
  isNeeded: boolean
  isPastDue: boolean
  deadline: string
}

/** Sorts after every date. */
const never = '9999-12-31'

const addNeeds = (policy: PolicyDetails): PolicyWithNeeds => {
  const needs = getPolicyNeeds(policy)
  return {
    policy,
    isNeeded: needs.length > 0,
    isPastDue: needs.includes('pastDue'),
    deadline: getNeedDeadline(policy) ?? never,
  }
}

/** Past-due policies first, then by deadline, then the newest inception. */
const byUrgency = (one: PolicyWithNeeds, other: PolicyWithNeeds) =>
  Number(other.isPastDue) - Number(one.isPastDue) ||
  one.deadline.localeCompare(other.deadline) ||
  other.policy.inceptionDate.localeCompare(one.policy.inceptionDate)

export interface ArrangedPolicies {
  /** Policies to show at once, most urgent first. */
  shown: PolicyDetails[]
  /** Policies that need nothing now: those at other addresses, and ended terms. */
  others: PolicyDetails[]
  /** Ids of the policies with the note that their address has more than one term: the first of each address (POL-5). */
  noted: ReadonlySet<string>
}

/**
 * Arranges the policies of a policyholder (UI-17). If policies need something, shows them and those in force at the same
 * addresses. Otherwise, shows all policies in force, or all policies if none is in force.
 */
export function arrangePolicies(policies: readonly PolicyDetails[]): ArrangedPolicies {
  const sorted = policies.map(addNeeds).sort(byUrgency)
  const addresses = new Set(sorted.flatMap(({ isNeeded, policy }) => (isNeeded ? [policy.address] : [])))
  const isInForce = ({ policy }: PolicyWithNeeds) => !policy.isCancelled && !policy.isExpired
  const hasPolicyInForce = sorted.some(isInForce)
  const isShown = (one: PolicyWithNeeds) =>
    one.isNeeded || (isInForce(one) && (addresses.size === 0 || addresses.has(one.policy.address)))
  const select = (of: (one: PolicyWithNeeds) => boolean) => sorted.filter(of).map(({ policy }) => policy)
  const [shown, others] =
    addresses.size === 0 && !hasPolicyInForce
      ? [select(() => true), []]
      : [select(isShown), select((one) => !isShown(one))]
  const terms = Map.groupBy([...shown, ...others], ({ address }) => address)
  const noted = [...terms.values()].flatMap(([first, ...more]) => (first && more.length > 0 ? [first.policyId] : []))
  return { shown, others, noted: new Set(noted) }
}
