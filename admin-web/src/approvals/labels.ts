import type { AdminApproval } from '@tideline/sdk'
import { formatSettingKey, formatSettingValue } from '../settings/labels.ts'

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
 * Returns the title of a change with the changed object's name or id. Omits the id for accounts, since the list shows
 * their email address.
 */
export function formatApprovalTitle({ kind, entityId }: AdminApproval): string {
  if (kind === 'account') return kindLabels.account
  return kind === 'setting'
    ? `${kindLabels.setting} “${formatSettingKey(entityId)}”`
    : `${kindLabels[kind]} ${entityId}`
}

/** Returns the requested changes for display. Settings have JSON values and are named by their key. */
export const formatApprovalChanges = ({ kind, changes }: AdminApproval): AdminApproval['changes'] =>
  kind === 'setting'
    ? changes.map(({ field, before, after }) => ({
        field: formatSettingKey(field),
        before: formatSettingValue(before),
        after: formatSettingValue(after),
      }))
    : changes
