import type { CancellationStatus } from '@tideline/sdk'
import { messageOf, statusOf } from '@tideline/web-kit/errors/api-errors.ts'
import { buildingSold } from './steps.ts'

/** The words of cancelling (CAN-10, CAN-9, CAN-11). */
export const text = {
  title: 'Policy Cancellation',
  sure: 'Are you sure you wish to cancel?',
  keep: 'Keep the policy',
  submit: 'Cancel Policy',
  guidanceTitle: 'Policy Cancellation Request',
  guidance:
    'The policy is in force. Cancellations during the term go through our support chat, where we check what your lender requires before anything is cancelled.',
  errorTitle: 'Error',
  alreadyCancelled: 'Policy is already in Pending Cancel or Cancelled.',
  upload: (reasonName: string) =>
    reasonName === buildingSold
      ? 'Please upload a closing disclosure, a settlement statement or a HUD-1: without it the cancellation will not be valid.'
      : 'Please upload what proves the reason: without it the cancellation will not be valid.',
  nothingToSign: 'There are no cancel documents to sign. Please click on the Cancel Policy button to continue.',
  staffSigns: 'Internal staff sign for nobody: the request waits for those who have to sign it.',
  signed: 'You have signed the request. Press Cancel Policy to send it.',
  declined: 'You declined to sign. We have recorded it; the cancellation stays pending.',
  finalizing: {
    title: 'Finalizing Cancellation',
    text: 'Your cancellation will be complete in a few minutes after an automatic review.',
  },
  pending: (email: string) => ({
    title: 'Cancellation is Pending',
    text: `An email has been sent to ${email} for the insured to sign the cancellation request.`,
  }),
  quiet: { title: 'Cancellation is Pending', text: 'Notifications are suppressed: nobody was told.' },
  nothing: { title: 'Nothing was cancelled', text: 'No reason was sent: the policy stays as it is.' },
} as const

/** What is said once it was asked for, by what becomes of it; nothing was asked for where the step was skipped. */
export function outcomeOf(
  status: Pick<CancellationStatus, 'isReviewedAutomatically' | 'emailSentTo'> | undefined,
  notifies: boolean,
  email: string | null,
) {
  if (!status) return text.nothing
  if (status.isReviewedAutomatically) return text.finalizing
  return notifies ? text.pending(status.emailSentTo ?? email ?? 'the insured') : text.quiet
}

/** Why it could not be asked for; a server that stumbles does so over what is cancelled already. */
export const cancelProblem = (error: unknown) => (statusOf(error) === 500 ? text.alreadyCancelled : messageOf(error))
