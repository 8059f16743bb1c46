import type { Lienholder, MortgageeChangeKind, MortgageeChangeProofType } from '@tideline/sdk'
import { usualProof } from './text.ts'

export interface RequestForm {
  kind: MortgageeChangeKind
  lienholderId: string
  name: string
  addr1: string
  addr2: string
  city: string
  state: string
  zip: string
  loanNumber: string
  mortgageClause: string
  proofType: MortgageeChangeProofType
  note: string
}

const toLienholderFields = (lienholder: Lienholder | undefined) => ({
  name: lienholder?.name1 ?? '',
  addr1: lienholder?.addr1 ?? '',
  addr2: lienholder?.addr2 ?? '',
  city: lienholder?.city ?? '',
  state: lienholder?.state ?? '',
  zip: lienholder?.zip ?? '',
  loanNumber: lienholder?.reference ?? '',
  mortgageClause: lienholder?.mortgageClause ?? '',
})

/** Returns the initial values for a kind of change. A replacement starts with the data of the lienholder. */
export const getInitialForm = (kind: MortgageeChangeKind, lienholder: Lienholder | undefined): RequestForm => ({
  kind,
  lienholderId: kind === 'add' ? '' : (lienholder?.lienholderId ?? ''),
  ...toLienholderFields(kind === 'replace' ? lienholder : undefined),
  proofType: usualProof[kind],
  note: '',
})

/** Converts the form to a request without its files. Leaves out empty fields and the fields that the kind does not use. */
export function toRequestFields({ kind, lienholderId, proofType, note, ...lienholder }: RequestForm) {
  const filled = Object.entries({ ...(kind === 'remove' ? {} : lienholder), note })
    .map(([name, text]) => [name, text.trim()])
    .filter(([, text]) => text !== '')
  return {
    kind,
    proofType,
    ...(kind !== 'add' && { lienholderId }),
    ...(Object.fromEntries(filled) as Partial<Omit<RequestForm, 'kind' | 'lienholderId' | 'proofType'>>),
  }
}
