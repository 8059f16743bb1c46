import type { AdminPolicy } from '@tideline/sdk'
import { obligationStates } from '@tideline/web-kit/labels/obligation-states.ts'
import { getStatusStyle } from '@tideline/web-kit/ui/StatusTag.tsx'
import { IconChip } from '../kit/tables/StateChip.tsx'

const colors = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  danger: 'error',
  accent: 'default',
  neutral: 'default',
} as const

/** A policy's status with color, icon and text, as in the portal. */
export const PolicyStatusChip = ({ status }: { status: AdminPolicy['status'] }) => {
  const { tone, icon } = getStatusStyle(status)
  return <IconChip word={status} color={colors[tone]} icon={icon} />
}

/** The state of the amount that a policy owes, for example upcoming or past due. "Paid" if nothing is owed. */
export const DueStateChip = ({ dueState }: { dueState: AdminPolicy['dueState'] | undefined }) => {
  const { tone, icon, label } = obligationStates[dueState ?? 'paid']
  return <IconChip word={label} color={colors[tone]} icon={icon} />
}
