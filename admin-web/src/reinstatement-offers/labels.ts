import type { ReinstatementOfferState } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const offerStateLabels: Record<ReinstatementOfferState, { word: string; tone: StateTone }> = {
  open: { word: 'Open', tone: 'pending' },
  accepted: { word: 'Reinstated', tone: 'done' },
  declined: { word: 'Declined', tone: 'failed' },
  expired: { word: 'Expired', tone: 'ended' },
  withdrawn: { word: 'Withdrawn', tone: 'ended' },
}
