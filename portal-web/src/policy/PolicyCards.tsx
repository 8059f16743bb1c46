import type { PolicyConfirmation } from '@tideline/sdk'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { memo } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'

const found = import.meta.glob<{ card: PolicyCard }>('../*/*.card.tsx', { eager: true })

/** All cards of the policy page by file name, sorted by their `order`. */
export const policyCards = Object.entries(found)
  .map(([file, { card }]) => ({ file, ...card }))
  .sort((one, other) => one.order - other.order)

interface PolicyCardsProps {
  column: PolicyCard['column']
  policyNo: string
  /** Policy, or undefined while it is loading. */
  policy: PolicyConfirmation | undefined
  /** True while the page loads for the first time. Deferred cards then show a placeholder. */
  isFirstView?: boolean
}

/**
 * Renders the cards of one column of the policy page. Memoized, because the page renders again while it scrolls, and
 * rendering all cards delays taps on a phone.
 */
export const PolicyCards = memo(({ column, policyNo, policy, isFirstView = false }: PolicyCardsProps) =>
  policyCards
    .filter((card) => card.column === column)
    .map((card) => {
      if (isFirstView && card.isDeferred) return <Skeleton key={card.file} height={160} label="Loading the section" />
      if ('NumberComponent' in card) return <card.NumberComponent key={card.file} policyNo={policyNo} />
      return policy && <card.PolicyComponent key={card.file} policy={policy} />
    }),
)
