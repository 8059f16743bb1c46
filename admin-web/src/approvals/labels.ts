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

/** The labels of changed fields: accounts, bank accounts, and a delinquency plan with the steps that it would start today. */
const fieldLabels: Record<string, string> = {
  roles: 'Roles',
  isActive: 'Status',
  bankRoutingNo: 'Routing number',
  bankAccountNo: 'Account number',
  version: 'Version',
  product: 'Product',
  policies: 'Policies with steps today',
  invoices: 'Invoices today',
  reminders: 'Reminders today',
  pastDueNotices: 'Past-due notices today',
  cancellationNotices: 'Notices of cancellation today',
  onHold: 'Steps on hold today',
}

/** Labels a changed field. The email address of an account precedes its field. */
const labelField = (field: string): string => field.replace(/(?<=^|: )\w+$/, (name) => fieldLabels[name] ?? name)

/** Returns the requested changes for display. Settings have JSON values and are named by their key. */
export const formatApprovalChanges = ({ kind, changes }: AdminApproval): AdminApproval['changes'] =>
  kind === 'setting'
    ? changes.map(({ field, before, after }) => ({
        field: formatSettingKey(field),
        before: formatSettingValue(before),
        after: formatSettingValue(after),
      }))
    : changes.map((change) => ({ ...change, field: labelField(change.field) }))
