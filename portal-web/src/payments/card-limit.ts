import type { PolicyConfirmation } from '@tideline/sdk'
import { cardLimit } from '@tideline/sdk/words'

/** Residential flood is not paid by card above the limit (spec 1 §9), before the fee (decision 46). */
export const isOverCardLimit = ({ productId, totalDue }: Pick<PolicyConfirmation, 'productId' | 'totalDue'>) =>
  productId === 1 && totalDue > cardLimit
