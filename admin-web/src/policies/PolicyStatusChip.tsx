import type { AdminPolicy } from '@tideline/sdk'
import { getStatusStyle } from '@tideline/web-kit/ui/StatusTag.tsx'
import { IconChip } from '../tables/StateChip.tsx'

const colors = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  danger: 'error',
  accent: 'default',
  neutral: 'default',
} as const

/** A policy's status as in the portal: color, icon and text, never color alone. */
export const PolicyStatusChip = ({ status }: { status: AdminPolicy['status'] }) => {
  const { tone, icon } = getStatusStyle(status)
  return <IconChip word={status} color={colors[tone]} icon={icon} />
}
