import type { PolicyConfirmation } from '@tideline/sdk'

/** Dollars of total due above which residential flood is not paid by card (spec 1 §9), before the fee (decision 46). */
export const cardLimit = 5000

export const isOverCardLimit = ({ productId, totalDue }: Pick<PolicyConfirmation, 'productId' | 'totalDue'>) =>
  productId === 1 && totalDue > cardLimit
