/** Reward levels by number of bound policies (AGY-2). No other file defines them. */
export const rewardTiers = [
  { name: 'None', min: 0, max: 9 },
  { name: 'Bronze', min: 10, max: 24 },
  { name: 'Silver', min: 25, max: 49 },
  { name: 'Gold', min: 50, max: 74 },
  { name: 'Platinum', min: 75, max: 99 },
  { name: 'Diamond', min: 100, max: null },
] as const

export type RewardLevel = (typeof rewardTiers)[number]['name']

/** Returns the reward level for a policy count, or undefined for 0. */
export const getRewardLevel = (policyCount: number): RewardLevel | undefined =>
  policyCount === 0 ? undefined : rewardTiers.findLast((tier) => policyCount >= tier.min)?.name
