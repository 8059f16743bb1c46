import type { DocumentCriteria, DocumentKind } from './document-catalog.ts'

export interface DocumentState {
  docKind: string
  /** True if every signature field has a name and a date (SIGN-1). */
  isSigned: boolean
}

const issued: readonly string[] = ['policy', 'decPage'] satisfies DocumentKind[]

/**
 * Documents that must be signed first, by state and transaction type. Each has the message that is shown until then
 * (DOC-3).
 */
const rules: { state: string; terms: readonly string[]; paper: DocumentKind; sentence: string }[] = [
  {
    state: 'CA',
    terms: ['NB'],
    paper: 'cad1',
    sentence: 'Document access restricted until CAD1 form is signed by insured.',
  },
  {
    state: 'KY',
    terms: ['NB'],
    paper: 'slNotice',
    sentence: 'Document access restricted until SL Notice is signed by insured.',
  },
  {
    state: 'MA',
    terms: ['NB', 'RN'],
    paper: 'br7',
    sentence: 'Document access restricted until BR7 form is signed by insured and agent.',
  },
]

/**
 * Returns the reason why a document cannot be opened yet, or null. Staff can always open documents. A missing required
 * document counts as unsigned.
 */
export function getRestrictionMessage(
  docKind: string,
  policy: Pick<DocumentCriteria, 'state' | 'originalTransType'>,
  documents: DocumentState[],
  isInternal: boolean,
): string | null {
  if (isInternal || !issued.includes(docKind)) return null
  const rule = rules.find(({ state, terms }) => state === policy.state && terms.includes(policy.originalTransType))
  if (!rule) return null
  const papers = documents.filter((document) => document.docKind === rule.paper)
  return papers.length > 0 && papers.every((paper) => paper.isSigned) ? null : rule.sentence
}
