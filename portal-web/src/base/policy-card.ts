import type { PolicyConfirmation } from '@tideline/sdk'
import type { ComponentType } from 'react'

/**
 * A card of the policy page. The page finds every `<area>/*.card.tsx` by its export `card`, so that a card is added by being
 * there; what it opens (dialogs, panels) is fetched when it is opened.
 *
 * @example
 * export const card: PolicyCard = { column: 'main', place: 80, ofPolicy: ClaimsCard }
 */
export type PolicyCard = {
  /** `side` is the narrow column beside what is read; on a phone it comes first. */
  column: 'side' | 'main'
  /** Where in its column, from the top: tens, so that another fits between. */
  place: number
  /** Asks the server for something that the first view does without: it comes when that is there. */
  isLater?: true
} & (
  | {
      /** Shown when the policy is there. */
      ofPolicy: ComponentType<{ policy: PolicyConfirmation }>
      /** Pixels that it takes while the policy loads. Absent: it comes when it comes. */
      height?: number
    }
  /** Needs nothing but the number: its own query runs beside the policy's, and it shows its own four faces. */
  | { ofNumber: ComponentType<{ policyNo: string }> }
)
