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
  bankAccount: 'Agency bank account',
  delinquencyPlan: 'Delinquency plan version',
  noticePeriod: 'Notice period:',
}

/**
 * Returns the title of a change, with the id of the changed object. The title of an account change has no id because
 * the list shows the email address.
 */
export const formatApprovalTitle = ({ kind, entityId }: AdminApproval): string =>
  kind === 'account' ? kindLabels.account : `${kindLabels[kind]} ${entityId}`
