import type { LetterState } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const letterStateLabels: Record<LetterState, { word: string; tone: StateTone }> = {
  queued: { word: 'Queued', tone: 'pending' },
  exported: { word: 'Exported', tone: 'inProgress' },
  mailed: { word: 'Mailed', tone: 'done' },
  undeliverable: { word: 'Undeliverable', tone: 'failed' },
  replaced: { word: 'Replaced or withdrawn', tone: 'ended' },
}
