interface Method {
  type: string
  brand: string | null
  lastFour: string | null
}

const owners = { policyholder: 'your', agency: 'the insured’s' } as const

/** Describes a payment method that is charged automatically: "your card ending in 4242". */
export const describeChargedMethod = (
  { isCard, lastFour }: { isCard: boolean; lastFour: string },
  audience: keyof typeof owners,
): string => `${owners[audience]} ${isCard ? 'card' : 'bank account'} ending in ${lastFour}`

/**
 * Describes how a payment was made, for receipts and emails: "Bank account ending in 6789", "Visa ending in 4242",
 * "Check 0001042".
 */
export function describePaymentMethod(method: Method | null, checkNo: string | null, paymentType: string): string {
  if (checkNo) return `Check ${checkNo}`
  const ending = method?.lastFour ? ` ending in ${method.lastFour}` : ''
  if (method?.type === 'us_bank_account' || paymentType === 'ACH') return `Bank account${ending}`
  if (!method?.brand) return paymentType
  return `${method.brand.charAt(0).toUpperCase()}${method.brand.slice(1)}${ending}`
}
