import type { ProofOfInsurance } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'

/** The text of proof of insurance links and of the page that they open. */
export const proofText = {
  title: 'Proof of insurance',
  intro:
    'Share a link with a lender. The page shows the current status, coverage, and premium of this policy. It shows no contact or payment details.',
  emptyTitle: 'No links yet',
  emptyText: 'Links that you create appear here, with the times at which they were opened.',
  copyNow: 'Copy the link now. You cannot see it again after you close this window.',
  copied: 'Link copied.',
  notCopied: 'Your browser did not copy the link. Select the link and copy it.',
  revokeConsequence: 'The link stops working right away. You can create a new one at any time.',
  incompleteTitle: 'This link is not complete',
  incompleteText: 'Copy the whole link from the message that you received, and open it again.',
  unknownTitle: 'This link does not work',
  unknownText: 'Check that you opened the whole link, or ask the sender for a new one.',
  closedTitle: 'This link no longer works',
  disclaimer:
    'This page shows the policy as it is now. It does not change the policy or add coverage. Read the policy for all terms.',
}

/** Status labels, as on the policy page. */
export const proofStatusLabels: Record<ProofOfInsurance['status'], string> = {
  active: 'Active',
  bound: 'Bound',
  pendingCancel: 'Pending Cancel',
  cancelled: 'Cancelled',
  expired: 'Expired',
  inactive: 'Inactive',
}

/** Describes the status of the policy in a sentence. */
export function describeProofStatus({ status, inceptionDate, expirationDate, coverageEndsOn }: ProofOfInsurance) {
  const endsOn = coverageEndsOn && formatDate(coverageEndsOn)
  switch (status) {
    case 'active':
      return `Coverage is in effect until ${formatDate(expirationDate)}.`
    case 'bound':
      return `Coverage begins on ${formatDate(inceptionDate)}.`
    case 'pendingCancel':
      return endsOn
        ? `This policy will be cancelled on ${endsOn}.`
        : 'A cancellation was requested. The policy is not cancelled yet.'
    case 'cancelled':
      return endsOn ? `This policy was cancelled on ${endsOn}.` : 'This policy was cancelled.'
    case 'expired':
      return `Coverage ended on ${formatDate(expirationDate)}.`
    case 'inactive':
      return 'This policy is not active.'
  }
}
