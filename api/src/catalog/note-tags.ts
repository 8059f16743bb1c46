/** Call topics for notes (NOTE-2). They are defined only here. */
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

/** Caller types, each with the label of the form field for the caller's organization (NOTE-2). */
export const callerTypes = [
  { type: 'insured', organizationLabel: null },
  { type: 'agent', organizationLabel: 'Agency Name' },
  { type: 'lender', organizationLabel: 'Bank Name' },
] as const
