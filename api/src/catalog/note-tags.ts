/** Call topics for notes (NOTE-2). This is their only definition. */
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

/** Caller types and the form label of their organization (NOTE-2). */
export const callerTypes = [
  { type: 'insured', organizationLabel: null },
  { type: 'agent', organizationLabel: 'Agency Name' },
  { type: 'lender', organizationLabel: 'Bank Name' },
] as const
