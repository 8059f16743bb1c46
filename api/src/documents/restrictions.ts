import type { DocKind, DocumentFacts } from './document-catalog.ts'

export interface DocumentState {
  docKind: string
  /** Every slot has a name and a moment (SIGN-1). */
  isSigned: boolean
}

const issued: readonly string[] = ['policy', 'decPage'] satisfies DocKind[]

/** State, the paper it wants signed first, for which terms, and what is said meanwhile (DOC-3). */
const rules: { state: string; terms: readonly string[]; paper: DocKind; sentence: string }[] = [
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
 * Why somebody may not open a document yet, as a sentence to show; null when they may. Staff always may. A paper that
 * the policy does not have counts as unsigned.
 */
export function getRestriction(
  docKind: string,
  policy: Pick<DocumentFacts, 'state' | 'originalTransType'>,
  documents: DocumentState[],
  isInternal: boolean,
): string | null {
  if (isInternal || !issued.includes(docKind)) return null
  const rule = rules.find(({ state, terms }) => state === policy.state && terms.includes(policy.originalTransType))
  if (!rule) return null
  const papers = documents.filter((document) => document.docKind === rule.paper)
  return papers.length > 0 && papers.every((paper) => paper.isSigned) ? null : rule.sentence
}
