import type { CancellationStatus } from '@tideline/sdk'
import { messageOf, statusOf } from '@tideline/web-kit/errors/api-errors.ts'

/** The words of cancelling (spec 1 §6 and §8, spec 2 §4). */
export const text = {
  guidanceTitle: 'Policy Cancellation Request',
  guidance:
    'The policy is in force. Cancellations during the term are arranged with our support team, who check what your lender requires before anything is cancelled.',
  errorTitle: 'Error',
  alreadyCancelled: 'Policy is already in Pending Cancel or Cancelled.',
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

/** Why it could not be asked for; a server that stumbles does so over what is cancelled already (spec 3 §8). */
export const cancelProblem = (error: unknown) => (statusOf(error) === 500 ? text.alreadyCancelled : messageOf(error))
