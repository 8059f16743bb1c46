import type { RefundRule } from '../lifecycle/cancel/refund-rules.ts'

const keepsFees = { policyFee: 'none', taxes: 'withPremium', surcharges: 'none', goesFirstToNewPolicy: false } as const
const flat = { policyFee: 'full', taxes: 'full', surcharges: 'full', goesFirstToNewPolicy: false } as const

/** Refund rules of cancel reasons, by refund basis. */
export const refundRules = {
  flat: { premium: 'full', ...flat },
  flatToNewPolicy: { premium: 'full', ...flat, goesFirstToNewPolicy: true },
  proRata: { premium: 'proRata', ...keepsFees },
  proRataOrMinimumEarned: { premium: 'proRataOrMinimumEarned', ...keepsFees },
  paidToDate: { premium: 'proRataToPaidDate', ...keepsFees },
  none: { premium: 'none', ...keepsFees, taxes: 'none' },
} as const satisfies Record<string, RefundRule>
