/**
 * Consent before the first signature, as required by the E-SIGN Act (SIGN-3). Every change of the text needs a new
 * version, since the signing record contains the accepted version.
 */
export const signingConsent = {
  version: '2026-11',
  title: 'Consent to electronic records and signatures',
  paragraphs: [
    'You agree to receive and sign the documents of this policy electronically. An electronic signature binds you like one on paper.',
    'You may ask for paper copies at any time without a fee, and you may withdraw this consent before you sign.',
    'You need a browser that shows PDF documents and a way to keep or print them. If your email address changes, tell your agency.',
  ],
  checkboxLabel: 'I agree to use electronic records and signatures',
}
