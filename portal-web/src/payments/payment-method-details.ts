/** A card that can be charged: created in the browser, or saved from an earlier payment. */
export interface CardMethod {
  id: string
  brand: string
  country: string
  isSaved: boolean
}

/** Bank account data as entered. It is sent to Stripe and not stored. */
export interface BankAccount {
  payerName: string
  email: string
  routingNumber: string
  accountNumber: string
  accountType: 'checking' | 'savings'
}
