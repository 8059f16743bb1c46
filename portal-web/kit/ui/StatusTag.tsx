import { Badge, type BadgeTone } from './Badge.tsx'

/** Status words of policies, documents and payments; colour never stands alone. */
const looks: Record<string, { tone: BadgeTone; icon: string }> = {
  Active: { tone: 'success', icon: '●' },
  Bound: { tone: 'info', icon: '◐' },
  'Pending Cancel': { tone: 'warning', icon: '◷' },
  Cancelled: { tone: 'danger', icon: '✕' },
  Expired: { tone: 'neutral', icon: '○' },
  'Cancelled/Expired': { tone: 'neutral', icon: '✕' },
  'Non-renew': { tone: 'warning', icon: '↷' },
  Inactive: { tone: 'neutral', icon: '○' },
  Signed: { tone: 'success', icon: '✓' },
  'Not signed': { tone: 'warning', icon: '✎' },
  'Not read': { tone: 'warning', icon: '!' },
  Paid: { tone: 'success', icon: '✓' },
  'Not paid': { tone: 'warning', icon: '$' },
  Processing: { tone: 'info', icon: '◷' },
}

export function StatusTag({ status }: { status: string }) {
  const { tone, icon } = looks[status] ?? { tone: 'neutral' as const, icon: '○' }
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}
