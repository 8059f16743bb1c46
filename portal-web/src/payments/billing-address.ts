import type { PolicyTransaction } from '@tideline/sdk'

/** The billing address, from the transaction that names the insured address (PAY-19), as Stripe takes it. */
export const billingAddress = ({ addr1, addr2, city, state, zip }: PolicyTransaction) => ({
  line1: addr1,
  ...(addr2 ? { line2: addr2 } : {}),
  city,
  state,
  postal_code: zip,
  country: 'US',
})
