/**
 * Consent before signing, as required by the E-SIGN Act (SIGN-3). Every change of the text needs a new version, since
 * the signing record contains the accepted version.
 */
export const registrationConsent = {
  version: '2026-11-25',
  title: 'Consent to electronic records and signatures',
  paragraphs: [
    'You agree to receive and sign your agency’s registration documents electronically. An electronic signature binds your agency like one on paper, and you confirm that you are authorized to sign for it.',
    'You may ask for paper copies at any time without a fee, and you may withdraw this consent before you sign.',
    'You need a browser that shows PDF documents and a way to keep or print them.',
  ],
  checkboxLabel: 'I agree to use electronic records and signatures',
}

type AgreementKind = 'agreement' | 'commissions'

interface Paper {
  kind: AgreementKind
  name: string
  /** Agency document type: 1 for agency agreement, 5 for other. */
  docTypeId: 1 | 5
  fileName: string
  paragraphs: readonly string[]
}

/** Documents that every new agency signs, in this order. */
export const registrationAgreements: readonly Paper[] = [
  {
    kind: 'agreement',
    name: 'Agency agreement',
    docTypeId: 1,
    fileName: 'agency-agreement-signed',
    paragraphs: [
      'The agency may solicit applications for the insurance that Tideline offers in the states where it is licensed. It may not change a form, waive a term or bind coverage outside the portal.',
      'The agency keeps its licenses and its errors and omissions coverage in force, and notifies Tideline immediately when one of them ends.',
      'Money that the agency receives for premium is held in trust and passed on without delay.',
      'Either party may end this agreement with thirty days’ written notice, or immediately if required by law or upon material breach.',
    ],
  },
  {
    kind: 'commissions',
    name: 'Commission schedule',
    docTypeId: 5,
    fileName: 'commission-schedule-signed',
    paragraphs: [
      'Tideline pays commission on the premium of each transaction that is posted while the agency is active, without policy fees and taxes, at the rate in force for the product on the day of the transaction.',
      'Commission on returned premium is charged back. Statements are made monthly and can be read in the portal; a closed statement is corrected in the next month.',
      'Commission is paid to the agency’s designated bank account.',
    ],
  },
]
