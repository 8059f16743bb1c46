/** What a call can be about (NOTE-2); the one place they live. */
export const noteTags = [
  'Make a payment',
  'Policy/payment status',
  'Endorsements',
  'Cancel policy',
  'Premium/coverage/policy review',
  'Document requests',
  'Commissions/Accounting/Billing',
  'Other',
] as const

/** Who can call, and what the organization of each is called on the form (NOTE-2). */
export const callerTypes = [
  { type: 'insured', organizationLabel: null },
  { type: 'agent', organizationLabel: 'Agency Name' },
  { type: 'lender', organizationLabel: 'Bank Name' },
] as const
