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
 * Returns the title of a change with the changed object's id. Omits the id for accounts, since the list shows their
 * email address.
 */
export const formatApprovalTitle = ({ kind, entityId }: AdminApproval): string =>
  kind === 'account' ? kindLabels.account : `${kindLabels[kind]} ${entityId}`
