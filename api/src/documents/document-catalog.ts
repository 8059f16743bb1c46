import { Party } from '@tideline/sdk/words'
import { isEarthquake } from '../catalog/products.ts'

export type DocumentKind = 'application' | 'diligentEffort' | 'policy' | 'decPage' | 'cad1' | 'slNotice' | 'br7'

/** A signature field: where one party signs or initials a document. */
interface SignatureFieldTemplate {
  party: Party
  kind: 'signature' | 'initials'
  docText: string
}

/** A document that is created when a policy is issued. */
export interface DocumentTemplate {
  kind: DocumentKind
  docTypeId: number
  name: string
  slots: SignatureFieldTemplate[]
}

export interface DocumentCriteria {
  productId: number
  state: string
  originalTransType: 'NB' | 'RN'
}

const application = (productId: number): DocumentTemplate => ({
  kind: 'application',
  docTypeId: 2,
  name: isEarthquake(productId) ? 'Earthquake Application' : 'Flood Application',
  slots: [
    { party: Party.agent, kind: 'signature', docText: 'I have explained the coverage to the applicant.' },
    { party: Party.insured, kind: 'signature', docText: 'The statements in this application are true.' },
    {
      party: Party.insured,
      kind: 'initials',
      docText: isEarthquake(productId)
        ? 'I understand that payment is based on measured ground shaking, not on my actual loss.'
        : 'I was offered contents coverage.',
    },
  ],
})

const diligentEffort: DocumentTemplate = {
  kind: 'diligentEffort',
  docTypeId: 5,
  name: 'Diligent Effort Affidavit',
  slots: [{ party: Party.agent, kind: 'signature', docText: 'Coverage was sought from admitted insurers first.' }],
}

const policyForm: DocumentTemplate = { kind: 'policy', docTypeId: 1, name: 'Policy', slots: [] }
const decPage: DocumentTemplate = { kind: 'decPage', docTypeId: 1, name: 'DecPage', slots: [] }

/** California form that must be signed before other documents can be opened (see restrictions.ts). */
const cad1: DocumentTemplate = {
  kind: 'cad1',
  docTypeId: 6,
  name: 'CAD1',
  slots: [
    {
      party: Party.insured,
      kind: 'signature',
      docText: 'I understand that the insurer is not admitted in California.',
    },
  ],
}
const slNotice: DocumentTemplate = {
  kind: 'slNotice',
  docTypeId: 6,
  name: 'SL Notice',
  slots: [{ party: Party.insured, kind: 'signature', docText: 'I understand that this is surplus lines insurance.' }],
}
const br7: DocumentTemplate = {
  kind: 'br7',
  docTypeId: 6,
  name: 'BR7',
  slots: [
    {
      party: Party.agent,
      kind: 'signature',
      docText: 'I could not place this risk with admitted insurers in Massachusetts.',
    },
    {
      party: Party.insured,
      kind: 'signature',
      docText: 'I understand that the insurer is not admitted in Massachusetts.',
    },
  ],
}

/**
 * Returns the documents of a new term (DOC-3): documents to sign, documents to issue, and documents that the state
 * requires.
 */
export function getRequiredDocuments({ productId, state, originalTransType }: DocumentCriteria): DocumentTemplate[] {
  const isNew = originalTransType === 'NB'
  return [
    application(productId),
    ...(isNew ? [diligentEffort] : []),
    ...(state === 'CA' && isNew ? [cad1] : []),
    ...(state === 'KY' && isNew ? [slNotice] : []),
    ...(state === 'MA' ? [br7] : []),
    policyForm,
    decPage,
  ]
}
