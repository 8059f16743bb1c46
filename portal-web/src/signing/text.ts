/** The words of signing. Those of spec 1 stand to the letter. */
export const text = {
  sign: {
    title: 'Policy Agreements',
    lead: 'Please sign the following to complete your application.',
    signingAs: { 1: 'You are currently signing as the Agent', 2: 'You are currently signing as the Insured' },
    staff: 'You can read both parties’ documents. Internal staff cannot sign for anybody.',
    skip: 'Skip to payment',
    elany:
      'I have read the Excess Line Association of New York (ELANY) notice: this insurance is placed with an insurer that is not licensed by the State of New York and is not covered by the New York security fund.',
  },
} as const
