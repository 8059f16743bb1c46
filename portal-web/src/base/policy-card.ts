import type { PolicyConfirmation } from '@tideline/sdk'
import type { ComponentType } from 'react'

/**
 * A card on the policy page. The page loads the `card` export of every `<area>/*.card.tsx`, so cards need no
 * registration. Dialogs and panels are loaded when they open.
 *
 * @example export const card: PolicyCard = { column: 'main', place: 80, ofPolicy: ClaimsCard }
 */
export type PolicyCard = {
  /** `side` is the narrow column beside the main content; on a phone it comes first. */
  column: 'side' | 'main'
  /** Position in the column. Cards use steps of ten so that another card can be inserted. */
  order: number
  /** Whether the card loads after the first view because its data is not needed earlier. */
  isDeferred?: true
} & (
  | {
      /** The component that is rendered after the policy has loaded. */
      PolicyComponent: ComponentType<{ policy: PolicyConfirmation }>
      /** Height in pixels that is reserved during loading. If not set, no space is reserved. */
      height?: number
    }
  /**
   * The component for a card that needs only the policy number. The card loads its own data in parallel with the
   * policy, and shows its own loading, error and empty states.
   */
  | { NumberComponent: ComponentType<{ policyNo: string }> }
)
