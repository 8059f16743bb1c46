import { Box } from '@mui/material'
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

/** Statuses of policies that no longer have to be signed. */
const endedStatuses: readonly AdminPolicy['status'][] = ['Pending Cancel', 'Cancelled', 'Expired', 'Inactive']

/**
 * A policy's status in a list. Cards, which have no column for signatures, also show that a signature is missing
 * (UI-36).
 */
export const PolicyStatusCell = ({ status, isSigned }: Pick<AdminPolicy, 'status' | 'isSigned'>) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 0.5 }}>
    <PolicyStatusChip status={status} />
    {isSigned || endedStatuses.includes(status) ? null : (
      <Box component="span" sx={{ 'td &': { display: 'none' } }}>
        <IconChip word="Not signed" color="warning" icon="sign" />
      </Box>
    )}
  </Box>
)

/** The state of the amount that a policy owes, for example upcoming or past due. "Paid" if nothing is owed. */
export const DueStateChip = ({ dueState }: { dueState: AdminPolicy['dueState'] | undefined }) => {
  const { tone, icon, label } = obligationStates[dueState ?? 'paid']
  return <IconChip word={label} color={colors[tone]} icon={icon} />
}
