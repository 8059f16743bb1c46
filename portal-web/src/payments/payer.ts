/** A card that can be charged: made in the browser, or kept from an earlier payment. */
export interface CardMethod {
  id: string
  brand: string
  country: string
  isSaved: boolean
}

/** A bank account as typed in; it goes to Stripe and is kept nowhere. */
export interface BankAccount {
  payerName: string
  email: string
  routingNumber: string
  accountNumber: string
  accountType: 'checking' | 'savings'
}
