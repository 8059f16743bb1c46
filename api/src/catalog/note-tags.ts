/** Topics of calls, for call notes (NOTE-2). No other file defines them. */
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

/** Caller types, each with a label for the form field that contains the caller's organization (NOTE-2). */
export const callerTypes = [
  { type: 'insured', organizationLabel: null },
  { type: 'agent', organizationLabel: 'Agency Name' },
  { type: 'lender', organizationLabel: 'Bank Name' },
] as const
