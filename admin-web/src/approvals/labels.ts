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
 * Returns the change as a title. The title does not name an account, because the listed changes contain its email
 * address.
 */
export const formatApprovalTitle = ({ kind, entityId }: AdminApproval): string =>
  kind === 'account' ? kindLabels.account : `${kindLabels[kind]} ${entityId}`
