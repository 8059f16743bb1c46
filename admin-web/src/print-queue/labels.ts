import type { LetterKind, LetterState } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const letterKindLabels: Record<LetterKind, string> = {
  lenderInvoice: 'Invoice to lender',
  lenderSecondNotice: 'Second notice to lender',
  pastDueNotice: 'Past-due notice',
  cancellationNotice: 'Notice of cancellation for nonpayment',
  rescission: 'Rescission of notice of cancellation',
}

export const letterStateLabels: Record<LetterState, { word: string; look: StateTone }> = {
  queued: { word: 'Queued', look: 'waits' },
  exported: { word: 'Exported', look: 'under' },
  mailed: { word: 'Mailed', look: 'done' },
  undeliverable: { word: 'Undeliverable', look: 'bad' },
  replaced: { word: 'Replaced or withdrawn', look: 'over' },
}
