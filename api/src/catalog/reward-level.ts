/** Reward tiers by the number of policies bound (AGY-2); the one place they live. */
export const rewardTiers = [
  { name: 'None', min: 0, max: 9 },
  { name: 'Bronze', min: 10, max: 24 },
  { name: 'Silver', min: 25, max: 49 },
  { name: 'Gold', min: 50, max: 74 },
  { name: 'Platinum', min: 75, max: 99 },
  { name: 'Diamond', min: 100, max: null },
] as const

export type RewardLevel = (typeof rewardTiers)[number]['name']

/** The level a policy count earns; absent at 0. */
export const rewardLevel = (policyCount: number): RewardLevel | undefined =>
  policyCount === 0 ? undefined : rewardTiers.findLast((tier) => policyCount >= tier.min)?.name
