import type { MortgageeChange, MortgageeChangeKind, MortgageeChangeProofType, QuoteLienholder } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'

/** Texts of the screens where a policyholder requests a mortgagee change (POL-19). */
export const mortgageeText = {
  cardTitle: 'Mortgagee Changes',
  requestTitle: 'Request a mortgagee change',
  emptyTitle: 'No mortgagee changes requested',
  emptyText: 'If you refinance, change lenders or pay off your mortgage, request the change here.',
  intro:
    'Tell us what changes and add the document that shows it. We review it and email you our decision. Nothing changes until we approve it.',
  proofHelp:
    'Up to 3 PDF, JPEG or PNG files of at most 15 MB each. The lender’s name and the loan number must be readable.',
  privacy: 'We remove hidden details from photos, such as the place where they were taken.',
  tooMany: 'A request can have at most 3 files. The other files were not added.',
  whyCode: 'Before you change your mortgagee, confirm your identity with a code emailed to the address on file.',
  billedAfterRemoval:
    'This lender pays for your policy. If we approve the removal, we bill you, and you have at least 30 days to pay.',
  withdrawQuestion: 'The lienholders of your policy stay as they are. You can send a new request at any time.',
}

export const kindOptions: { value: MortgageeChangeKind; label: string; description: string }[] = [
  { value: 'replace', label: 'Change a lender or loan number', description: 'You refinanced, or your loan was sold.' },
  { value: 'add', label: 'Add a lender', description: 'You took out a mortgage or a second loan.' },
  { value: 'remove', label: 'Remove a lender', description: 'You paid off the loan.' },
]

export const proofTypeLabels: Record<MortgageeChangeProofType, string> = {
  lenderLetter: 'Letter from the lender',
  closingDisclosure: 'Closing disclosure',
  payoffLetter: 'Payoff letter',
  other: 'Other document',
}

/** The document that usually proves a change. */
export const usualProof: Record<MortgageeChangeKind, MortgageeChangeProofType> = {
  replace: 'lenderLetter',
  add: 'closingDisclosure',
  remove: 'payoffLetter',
}

const find = (list: readonly QuoteLienholder[], { lienholderId }: MortgageeChange) =>
  list.find((one) => one.lienholderId === lienholderId)?.name ?? ''

/** Describes a request: "Replace Gulf Demo Bank with Bay Sample Bank". */
export function describeChange(change: MortgageeChange): string {
  const { kind, before, after } = change
  if (kind === 'add') return `Add ${after.at(-1)?.name ?? ''}`
  if (kind === 'remove') return `Remove ${find(before, change)}`
  const [from, to] = [find(before, change), find(after, change)]
  return from === to ? `Change the data of ${to}` : `Replace ${from} with ${to}`
}

/** Describes the result of a request, and what happens next. */
export function describeResult({ status, dueOn, reason }: MortgageeChange): string {
  switch (status) {
    case 'open':
      return `We will decide by ${formatDate(dueOn)} and email you. Nothing changes until then.`
    case 'approved':
      return 'We approved your request. Your new declarations page is in your policy documents.'
    case 'rejected':
      return `We could not approve your request: ${reason ?? ''}`
    case 'withdrawn':
      return 'You withdrew this request.'
    case 'superseded':
      return 'We closed this request because your lienholders were changed in the meantime.'
    case 'policyEnded':
      return 'We closed this request because the policy ended.'
  }
}
