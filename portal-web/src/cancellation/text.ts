import type { CancellationSummary } from '@tideline/sdk'
import { getErrorMessage, getErrorStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { buildingSoldReasonName, type CancelStep } from './cancel-steps.ts'

/** Texts of the cancel wizard (CAN-10, CAN-9, CAN-11). */
export const cancellationText = {
  title: 'Policy Cancellation',
  confirmQuestion: 'Are you sure you wish to cancel?',
  keep: 'Keep the policy',
  submit: 'Cancel Policy',
  submitRequest: (effectiveDate?: string) =>
    effectiveDate ? `Submit request for ${formatDate(effectiveDate)}` : 'Submit request',
  submitsRequest: (steps: readonly CancelStep[]) =>
    `Submitting the request puts the policy in Pending Cancel. ${
      steps.includes('upload')
        ? 'Next, you request the required document and the signatures.'
        : 'Next, you request the signatures.'
    }`,
  submitsOnConfirm: 'This submits the request and puts the policy in Pending Cancel. Next, you request the signatures.',
  leave: {
    title: 'Finish this request later?',
    text: 'The cancellation request was submitted and stays pending. You can finish it later on the policy page.',
    confirm: 'Finish later',
    stay: 'Continue',
  },
  guidanceTitle: 'Policy Cancellation Request',
  guidance:
    'The policy is in force. Cancellations during the term go through our support chat, where we check what your lender requires before anything is cancelled.',
  errorTitle: 'Error',
  alreadyCancelled: 'Policy is already in Pending Cancel or Cancelled.',
  upload: (reasonName: string) =>
    reasonName === buildingSoldReasonName
      ? 'Please upload a closing disclosure, a settlement statement or a HUD-1: without it the cancellation will not be valid.'
      : 'Upload proof of the reason. We can’t process the cancellation without it.',
  nothingToSign: 'There are no cancel documents to sign. Please click on the Cancel Policy button to continue.',
  staffSigns: 'Staff cannot sign on anyone’s behalf. The request stays pending until the required parties sign.',
  signed: 'You have signed the request. Press Cancel Policy to send it.',
  declined: 'You declined to sign. The cancellation request stays pending.',
  finalizing: {
    title: 'Finalizing Cancellation',
    text: 'Your cancellation will be complete in a few minutes after an automatic review.',
  },
  pending: (email: string) => ({
    title: 'Cancellation is Pending',
    text: `An email has been sent to ${email} for the insured to sign the cancellation request.`,
  }),
  suppressed: { title: 'Cancellation is Pending', text: 'Notifications are suppressed. No emails were sent.' },
  nothing: {
    title: 'The policy was not changed',
    text: 'No cancellation reason was received. The policy was not changed.',
  },
} as const

/**
 * Returns the message shown after the wizard closes: the result of the request, or "nothing has changed" if no request
 * was sent.
 */
export function getCancelOutcomeMessage(
  status: Pick<CancellationSummary, 'isReviewedAutomatically' | 'emailSentTo'> | undefined,
  notifies: boolean,
  email: string | null,
) {
  if (!status) return cancellationText.nothing
  if (status.isReviewedAutomatically) return cancellationText.finalizing
  return notifies ? cancellationText.pending(status.emailSentTo ?? email ?? 'the insured') : cancellationText.suppressed
}

/**
 * Returns the error message for a failed request. For a 500 response, the message states that the policy is already
 * cancelled or pending cancellation.
 */
export const getCancelErrorMessage = (error: unknown) =>
  getErrorStatus(error) === 500 ? cancellationText.alreadyCancelled : getErrorMessage(error)
