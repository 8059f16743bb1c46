import type { PolicyConfirmation } from '@tideline/sdk'
import type { ComponentType } from 'react'

/**
 * A card on the policy page. The page finds cards automatically: each `<area>/*.card.tsx` file exports a constant
 * `card`.
 *
 * @example export const card: PolicyCard = { column: 'main', order: 80, PolicyComponent: ClaimsCard }
 */
export type PolicyCard = {
  /** `side` is the narrow column beside the main content; on a phone it comes first. */
  column: 'side' | 'main'
  /** Position in the column. Cards use steps of ten so that another card can be inserted. */
  order: number
  /** Whether the card loads after the rest of the page. Use it for cards that users do not need at first. */
  isDeferred?: true
} & (
  | {
      /** The component that is rendered after the policy has loaded. */
      PolicyComponent: ComponentType<{ policy: PolicyConfirmation }>
    }
  /**
   * The component for a card that needs only the policy number. The card loads its own data in parallel with the
   * policy, and shows its own loading, error and empty states.
   */
  | { NumberComponent: ComponentType<{ policyNo: string }> }
)
