/** The wizard's words. Those of spec 1 stand to the letter, 'occured' included. */
export const text = {
  loading: { title: 'Loading', body: 'Please wait...' },
  error: {
    title: 'Whoops! Something went wrong',
    support: (email: string) => `Feel free to retry or contact customer support at ${email}`,
    retry: 'Retry',
  },
  unauthorized: {
    title: 'Unauthorized',
    body: 'You do not have permission to view this page or your session may have expired.',
    button: 'Go to Login Page',
  },
  sign: {
    title: 'Policy Agreements',
    lead: 'Please sign the following to complete your application.',
    signingAs: { 1: 'You are currently signing as the Agent', 2: 'You are currently signing as the Insured' },
    staff: 'You can read both parties’ documents. Internal staff cannot sign for anybody.',
    skip: 'Skip to payment',
    elany:
      'I have read the Excess Line Association of New York (ELANY) notice: this insurance is placed with an insurer that is not licensed by the State of New York and is not covered by the New York security fund.',
  },
  pay: {
    title: 'Payment',
    lead: 'Please choose your method of payment.',
    alreadyPaid: 'You have already paid for this policy',
    cardOverLimit:
      'We no longer support credit card payments on total charges over $5,000. Please consider another option of payment such as check or ACH payment.',
    bankRefused: 'This payment method has failed validation, please check the account and routing number provided.',
    processingFailed: 'There was an issue processing your payment. Please contact support',
    noClientSecret: 'We are unable to collect payment at this time. If this issue persists please contact support.',
    cardSetupFailed: 'An unexpected error occured',
    unexpected: 'An unexpected error has occurred',
    unanswered: 'We did not hear back about your payment. Check again: you will not be charged twice.',
    mandate: (brand: string) =>
      `By paying you authorize ${brand} to debit the bank account above for this amount, and for later amounts of this policy that you agree to. You can revoke this at any time by writing to us.`,
  },
  check: {
    success: { title: 'Success', text: 'Check has been applied successfully!' },
    failed: 'There was an error applying this check.',
  },
  finish: {
    title: 'All your tasks are complete!',
    thanks: 'Thank you for doing business with us!',
    view: 'View Policy',
    box: { title: 'Tasks Complete', text: 'You have no more remaining tasks' },
  },
} as const
