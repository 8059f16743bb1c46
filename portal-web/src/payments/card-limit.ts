import type { PolicyConfirmation } from '@tideline/sdk'
import { cardLimit } from '@tideline/sdk/words'

/** Residential flood is not paid by card above the limit (PAY-1), before the fee (PAY-1). */
export const isOverCardLimit = ({ productId, totalDue }: Pick<PolicyConfirmation, 'productId' | 'totalDue'>) =>
  productId === 1 && totalDue > cardLimit
