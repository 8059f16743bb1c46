/** The text of the policyholder log-in pages. Documented sentences stay exact. */
export const policyholderText = {
  badIdentity: 'Please use a valid email or policy number',
  badPhone: 'Please use a valid phone number in ###-###-#### format',
  badZip: getLengthErrorMessage('Zip', 5),
  requestFailed: { title: 'Error', text: 'Please ensure the information you entered is correct.' },
  requestDone:
    "If the information you entered matches the information on record, we'll email you a link to view your policy.",
  sentAgain: 'Requested again just now.',
  otherNumber: 'Use a different email or policy number',
  otherEmail: 'Use a different email or policy number',
  phoneMissing: 'Please input Phone Number',
  zipMissing: 'Please input zipcode',
  errorTitle: 'ERROR',
  usedLink: {
    title: 'This link was already used',
    text: 'For your security, each link works once. Request a new one here.',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'Request a new link. Your signatures and payments are saved.',
  },
  goesOn: {
    title: 'Get a link to continue',
    text: 'Open the link that we email you in this browser. It leads back to the page that you opened.',
  },
  noEmail: {
    title: 'No email address on your policy?',
    call: 'to add one.',
    check: 'You can also pay by check, as described in your letter.',
  },
  incompleteLink: {
    title: 'That link is not complete',
    text: 'Please open it from the email again, or request a new one here.',
  },
  stepsLeft: {
    0: 'You’re all set. There is nothing to sign or pay.',
    1: 'One short step, and your policy is complete.',
    2: 'Two short steps, and your policy is complete.',
  },
  lenderPays: 'You have nothing left to do.',
  steps: {
    done: 'Done',
    lender: 'Your mortgage company was billed.',
    bank: 'Your bank payment is processing.',
  },
  showAll: {
    button: 'Show all my policies',
    why: 'For your security, this link shows one policy with its past and renewal terms. To see all your policies, enter the code that we email to the address on file.',
  },
  manyTerms: 'This address has more than one policy term.',
}

/** Returns the error message for a wrong length: '{field} field must be {n} characters long'. */
export function getLengthErrorMessage(field: string, length: number) {
  return `${field} field must be ${length} characters long`
}

/** Returns the line in place of the policies that need nothing now (UI-17). */
export const describeOtherPolicies = (count: number) =>
  count === 1 ? '1 other policy needs nothing now.' : `${count} other policies need nothing now.`
