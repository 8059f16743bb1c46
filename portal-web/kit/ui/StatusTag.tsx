import { Badge, type BadgeTone } from './Badge.tsx'
import type { IconName } from './Icon.tsx'

/** Colors and icons of policy, document and payment statuses. Color is never the only difference. */
const statusStyles: Record<string, { tone: BadgeTone; icon: IconName }> = {
  Active: { tone: 'success', icon: 'active' },
  Bound: { tone: 'info', icon: 'bound' },
  'Pending Cancel': { tone: 'warning', icon: 'clock' },
  Cancelled: { tone: 'danger', icon: 'cancelled' },
  Expired: { tone: 'neutral', icon: 'over' },
  'Cancelled/Expired': { tone: 'neutral', icon: 'cancelled' },
  'Non-renew': { tone: 'warning', icon: 'nonRenew' },
  Inactive: { tone: 'neutral', icon: 'over' },
  Signed: { tone: 'success', icon: 'done' },
  'Not signed': { tone: 'warning', icon: 'sign' },
  'Not read': { tone: 'warning', icon: 'attention' },
  Paid: { tone: 'success', icon: 'done' },
  'Not paid': { tone: 'warning', icon: 'money' },
  Processing: { tone: 'info', icon: 'clock' },
}

const unknown = { tone: 'neutral', icon: 'over' } as const

/** Returns the color and icon of a status, which are the same in the portal and the back office. */
export const getStatusStyle = (status: string): { tone: BadgeTone; icon: IconName } => statusStyles[status] ?? unknown

export function StatusTag({ status }: { status: string }) {
  const { tone, icon } = getStatusStyle(status)
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}
