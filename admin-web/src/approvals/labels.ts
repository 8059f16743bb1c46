import type { AdminApproval } from '@tideline/sdk'

export const stateLabels: Record<AdminApproval['state'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
}

const kindLabels: Record<AdminApproval['kind'], string> = {
  setting: 'Setting',
  account: 'Account',
  bankAccount: 'Bank account of agency',
}

/**
 * Returns a title for the change. Titles of account changes contain no name because the list of changes shows the email
 * address.
 */
export const formatApprovalTitle = ({ kind, entityId }: AdminApproval): string =>
  kind === 'account' ? kindLabels.account : `${kindLabels[kind]} ${entityId}`
