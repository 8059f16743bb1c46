/** The text of the signing screens. The specification prescribes some of it. */
export const signingText = {
  sign: {
    title: 'Policy Agreements',
    lead: 'Please sign the following to complete your application.',
    /** The text for signing a cancellation request instead of an application. */
    cancellation: {
      title: 'Cancellation request',
      lead: 'Please sign the following to cancel the policy.',
      first: 'Please sign the following first. Then you can request the cancellation.',
    },
    signingAs: { 1: 'You are currently signing as the Agent', 2: 'You are currently signing as the Insured' },
    staff: 'You can read both parties’ documents. Staff cannot sign on anyone’s behalf.',
    skip: 'Skip to payment',
    elany:
      'I have read the Excess Line Association of New York (ELANY) notice: this insurance is placed with an insurer that is not licensed by the State of New York and is not covered by the New York security fund.',
  },
  signBeforePay: {
    title: 'Sign before you pay',
    text: 'The policy documents must be signed before you can pay. The payment step opens when you finish signing.',
  },
  code: {
    title: 'Confirm it’s you',
    why: 'For your security, confirm with a code that we email to the address on your policy before you sign.',
    whyAutoPay:
      'For your security, confirm with a code that we email to the address on your policy before you turn on auto-pay.',
    send: 'Email me a code',
    label: 'Code',
    sentTo: (address: string) => `Six digits, sent to ${address}. The code is valid for 10 minutes.`,
    shape: 'Please enter the six digits from our email.',
    confirm: 'Confirm',
    again: 'Send another code',
    onHold: 'Your new email address is not active yet',
    wait: 'You can request another code after a minute.',
  },
} as const
