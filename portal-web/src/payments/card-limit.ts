import type { PolicyConfirmation } from '@tideline/sdk'
import { cardLimit } from '@tideline/sdk/words'

/** Checks whether the amount due, without the card fee, exceeds the card limit for residential flood (PAY-1). */
export const isOverCardLimit = ({ productId, totalDue }: Pick<PolicyConfirmation, 'productId' | 'totalDue'>) =>
  productId === 1 && totalDue > cardLimit
