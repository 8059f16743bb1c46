import type { PolicyConfirmation } from '@tideline/sdk'
import type { ComponentType } from 'react'

/**
 * A card on the policy page. The page finds every `<area>/*.card.tsx` by its `card` export, so a new card needs no
 * registration. Dialogs and panels are loaded when they are opened.
 *
 * @example
 * export const card: PolicyCard = { column: 'main', place: 80, ofPolicy: ClaimsCard }
 */
export type PolicyCard = {
  /** `side` is the narrow column beside the main content; on a phone it comes first. */
  column: 'side' | 'main'
  /** The position in the column from the top, in steps of ten so that another card fits between. */
  order: number
  /** Requests data that the first view does not need, so it loads after the first view. */
  isDeferred?: true
} & (
  | {
      /** Rendered once the policy is loaded. */
      PolicyComponent: ComponentType<{ policy: PolicyConfirmation }>
      /** The height in pixels that is reserved while the policy loads. If absent, no space is reserved. */
      height?: number
    }
  /**
   * Needs only the policy number: its query runs in parallel with the policy query, and it shows its own loading,
   * error, empty, and data states.
   */
  | { NumberComponent: ComponentType<{ policyNo: string }> }
)
