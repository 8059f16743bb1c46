/** The words of cancelling (spec 1 §6 and §8, spec 2 §4). */
export const text = {
  guidanceTitle: 'Policy Cancellation Request',
  guidance:
    'The policy is in force. Cancellations during the term are arranged with our support team, who check what your lender requires before anything is cancelled.',
  errorTitle: 'Error',
  finalizing: {
    title: 'Finalizing Cancellation',
    text: 'Your cancellation will be complete in a few minutes after an automatic review.',
  },
  pending: (email: string) => ({
    title: 'Cancellation is Pending',
    text: `An email has been sent to ${email} for the insured to sign the cancellation request.`,
  }),
  quiet: { title: 'Cancellation is Pending', text: 'Notifications are suppressed: nobody was told.' },
} as const
