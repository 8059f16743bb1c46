import type { CancellationStatus } from '@tideline/sdk'

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

/** What is said once it was asked for, by what becomes of it. */
export function outcomeOf(
  status: Pick<CancellationStatus, 'isReviewedAutomatically' | 'emailSentTo'>,
  notifies: boolean,
  email: string | null,
) {
  if (status.isReviewedAutomatically) return text.finalizing
  return notifies ? text.pending(status.emailSentTo ?? email ?? 'the insured') : text.quiet
}
