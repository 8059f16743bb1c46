import type { PolicyTransaction } from '@tideline/sdk'

/** Returns the billing address in Stripe's format, taken from the transaction with the insured's address (PAY-19). */
export const getBillingAddress = ({ addr1, addr2, city, state, zip }: PolicyTransaction) => ({
  line1: addr1,
  ...(addr2 ? { line2: addr2 } : {}),
  city,
  state,
  postal_code: zip,
  country: 'US',
})
