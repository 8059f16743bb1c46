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

/** What would change, as a title. An account is named in its changes, by email address. */
export const formatSubject = ({ kind, entityId }: AdminApproval): string =>
  kind === 'account' ? kindLabels.account : `${kindLabels[kind]} ${entityId}`
