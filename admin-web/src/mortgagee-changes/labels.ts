import type {
  AdminMortgageeChange,
  MortgageeChangeKind,
  MortgageeChangeProofType,
  MortgageeChangeStatus,
} from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const changeStatusLabels: Record<MortgageeChangeStatus, { word: string; tone: StateTone }> = {
  open: { word: 'Open', tone: 'pending' },
  approved: { word: 'Approved', tone: 'done' },
  rejected: { word: 'Rejected', tone: 'failed' },
  withdrawn: { word: 'Withdrawn', tone: 'ended' },
  superseded: { word: 'Superseded', tone: 'ended' },
  policyEnded: { word: 'Policy ended', tone: 'ended' },
}

const kindLabels: Record<MortgageeChangeKind, string> = { add: 'Add', replace: 'Replace', remove: 'Remove' }

export const proofTypeLabels: Record<MortgageeChangeProofType, string> = {
  lenderLetter: 'Lender letter',
  closingDisclosure: 'Closing disclosure',
  payoffLetter: 'Payoff letter',
  other: 'Other document',
}

/** Describes what the policyholder requests: "Replace Gulf Demo Bank". */
export function formatChange({ kind, lienholderId, before, after }: AdminMortgageeChange): string {
  const lienholder = kind === 'add' ? after.at(-1) : before.find((one) => one.lienholderId === lienholderId)
  return `${kindLabels[kind]} ${lienholder?.name ?? ''}`
}
