/** The exact strings of the policyholder's ways in. */
export const text = {
  badIdentity: 'Please use a valid email or policy number',
  badPhone: 'Please use a valid phone number in ###-###-#### format',
  badZip: lengthRule('Zip', 5),
  requestFailed: { title: 'Error', text: 'Please ensure the information you entered is correct.' },
  requestDone:
    "If the information you entered matches the information on record, we'll email you a link to view your policy.",
  sentAgain: 'Asked for again just now.',
  otherNumber: 'Use another number',
  otherEmail: 'Use another email or number',
  phoneMissing: 'Please input Phone Number',
  zipMissing: 'Please input zipcode',
  errorTitle: 'ERROR',
  usedLink: {
    title: 'This link was used already',
    text: 'Links work once, for your safety. Ask for a new one here.',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'Ask for a new link. What you signed and paid is kept: you go on where you were.',
  },
  incompleteLink: {
    title: 'That link is not complete',
    text: 'Please open it from the email again, or ask for a new one here.',
  },
  stepsLeft: {
    0: 'Everything is done. There is nothing to sign and nothing to pay.',
    1: 'One short step, and your policy is complete.',
    2: 'Two short steps, and your policy is complete.',
  },
  lenderPays: 'Nothing is left for you to do.',
  steps: {
    done: 'Done',
    lender: 'Your mortgage lender has the bill.',
    bank: 'Your bank payment is on its way.',
  },
  showAll: {
    button: 'Show all my policies',
    why: 'Somebody else may have seen the link that you used, so this page shows one policy and its other terms. To see all your policies, enter a code that we email to the address on file.',
  },
  manyTerms: 'This address has more than one policy term.',
}

/** A length rule reads '{field} field must be {n} characters long'. */
export function lengthRule(field: string, length: number) {
  return `${field} field must be ${length} characters long`
}
