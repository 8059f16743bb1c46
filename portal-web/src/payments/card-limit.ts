import type { PolicyConfirmation } from '@tideline/sdk'
import { cardLimit } from '@tideline/sdk/words'

/** Checks whether the amount due before the fee exceeds the limit for paying residential flood by card (PAY-1). */
export const isOverCardLimit = ({ productId, totalDue }: Pick<PolicyConfirmation, 'productId' | 'totalDue'>) =>
  productId === 1 && totalDue > cardLimit
