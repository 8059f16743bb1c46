import { button, facts, heading, note, paragraph, type Template } from './blocks.ts'

/** The values of each mail. Amounts are integer cents, days `YYYY-MM-DD`, moments ISO 8601, links complete addresses. */
export interface MailTemplates {
  'policyholder-link': { firstName: string; policyNo: string; address: string; link: string; expiresAt: string }
  'signature-request': {
    firstName: string
    policyNo: string
    address: string
    /** Names of what is to be signed, separated by commas. */
    documents: string
    link: string
    expiresAt: string
  }
  'cancellation-request': {
    firstName: string
    policyNo: string
    address: string
    /** Names of what is to be signed, separated by commas. */
    documents: string
    effectiveDate: string
    reason: string
    /** The part of the return premium that is refunded. */
    refundCents: number
    /** The part of the return premium that reduces the unpaid balance. */
    balanceReductionCents: number
    /** Whether the other party signs, too. */
    otherSigner: string
    /** What a reader who does not want the cancellation does. */
    otherwise: string
    link: string
    expiresAt: string
  }
  'signing-code': { firstName: string; policyNo: string; code: string; expiresAt: string }
  'payment-processing': { firstName: string; policyNo: string; amountCents: number; method: string; link: string }
  'payment-received': {
    firstName: string
    policyNo: string
    amountCents: number
    method: string
    paidAt: string
    link: string
  }
  'payment-failed': {
    firstName: string
    policyNo: string
    amountCents: number
    method: string
    reason: string
    dueCents: number
    link: string
  }
  receipt: {
    firstName: string
    policyNo: string
    address: string
    receiptNo: string
    amountCents: number
    feeCents: number
    totalCents: number
    method: string
    paidAt: string
    link: string
  }
  cancellation: {
    firstName: string
    policyNo: string
    address: string
    effectiveDate: string
    reason: string
    /** `has been cancelled`, or `will be cancelled` where the end lies ahead. */
    standing: string
    /** What leaves now, or when the end has come. */
    refundCents: number
    dueCents: number
    /** To whom it goes and when, what is held back and why, what is still owed. */
    moneyWords: string
  }
  'refund-decided': {
    firstName: string
    policyNo: string
    address: string
    heldCents: number
    /** What goes back, or on to another policy. */
    movedCents: number
    dueCents: number
    /** What becomes of it and to whom it goes. */
    decisionWords: string
  }
  'payment-released': {
    firstName: string
    policyNo: string
    amountCents: number
    reason: string
    dueCents: number
    link: string
  }
  reinstatement: {
    firstName: string
    policyNo: string
    address: string
    effectiveDate: string
    dueCents: number
    link: string
  }
  'non-renewal': { firstName: string; policyNo: string; address: string; expirationDate: string }
  'non-renewal-taken-back': { firstName: string; policyNo: string; address: string; expirationDate: string }
  renewal: {
    firstName: string
    oldPolicyNo: string
    policyNo: string
    address: string
    inceptionDate: string
    totalCents: number
    dueCents: number
    /** Who pays it by when, and what was paid ahead. */
    moneyWords: string
    link: string
  }
  'term-ended': { firstName: string; policyNo: string; address: string; expirationDate: string }
  'policy-rewritten': {
    firstName: string
    oldPolicyNo: string
    policyNo: string
    address: string
    inceptionDate: string
    movedCents: number
    dueCents: number
    /** How the old one ended. */
    endWords: string
    /** What of the old one's money stays, goes back and is still owed. */
    moneyWords: string
    link: string
  }
  endorsement: {
    firstName: string
    policyNo: string
    address: string
    changes: string
    effectiveDate: string
    changeCents: number
    totalCents: number
    dueCents: number
    /** By when it is paid, or to whom it goes back. */
    moneyWords: string
    link: string
  }
  'agent-of-record': {
    firstName: string
    policyNo: string
    address: string
    company: string
    agencyNo: string
    previous: string
    effectiveDate: string
  }
  'email-changed': { firstName: string; policyNo: string; changedAt: string }
  'password-changed': { firstName: string; changedAt: string }
  'second-factor-changed': { firstName: string; what: string; changedAt: string }
  'password-reset': { firstName: string; link: string; expiresAt: string }
  'webhook-disabled': { firstName: string; name: string; url: string }
  'account-invited': { firstName: string; company: string; link: string; expiresAt: string }
  'import-ended': {
    fileName: string
    /** `has been imported`, `was cancelled`, or how far it came. */
    outcome: string
    total: number
    succeeded: number
    failed: number
    link: string
  }
  'commission-statement': {
    company: string
    /** As `10/2026`. */
    month: string
    commissionCents: number
    adjustmentCents: number
    totalCents: number
    /** What happens with the total. */
    meaning: string
    link: string
  }
  'commission-payout': {
    company: string
    /** As `10/2026`. */
    month: string
    amountCents: number
    paidOn: string
    paymentReference: string
    link: string
  }
  'daily-digest': {
    firstName: string
    /** The reader's own day. */
    day: string
    /** A line for each kind that waits: what and how many, a tab, the address of its list. */
    waiting: string
    link: string
    /** Where the mail is turned off, as a line of `waiting`. */
    off: string
  }
  'agency-registration': { firstName: string; company: string; link: string; expiresAt: string }
  'agency-registered': { company: string; agencyNo: string; signedByName: string; link: string }
  'agency-approved': {
    firstName: string
    company: string
    agencyNo: string
    link: string
    /** What the link leads to: choosing a password, or the log-in. */
    linkWords: string
  }
}

export type TemplateId = keyof MailTemplates

const NOT_YOU = 'If you did not ask for this, you can ignore this message: nothing changes.'

export const CATALOGUE: Record<TemplateId, Template> = {
  'policyholder-link': {
    version: 3,
    subject: 'Your link to policy {{policyNo}}',
    preview: 'Open your policy with this link. It is valid until {{expiresAt|moment}}.',
    blocks: [
      heading('Your policy, {{firstName}}'),
      paragraph('Here is the link to your policy.'),
      facts(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
      button('Open my policy', '{{link}}'),
      note(
        'The link is valid until {{expiresAt|moment}} and is meant for you alone. You will be asked for your phone number and ZIP code.',
      ),
      note(NOT_YOU),
    ],
  },
  'signature-request': {
    version: 1,
    subject: 'Please sign the documents of policy {{policyNo}}',
    preview: 'Your signature is needed: {{documents}}.',
    blocks: [
      heading('Your signature is needed'),
      paragraph('Hello {{firstName}}, the documents of your policy are ready to be signed. It takes a few minutes.'),
      facts(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['To sign', '{{documents}}']),
      button('Review and sign', '{{link}}'),
      note(
        'The link is valid until {{expiresAt|moment}}. You may ask for paper copies instead of signing electronically.',
      ),
    ],
  },
  'cancellation-request': {
    version: 3,
    subject: 'Please sign the request to cancel policy {{policyNo}}',
    preview: 'Your signature is needed to cancel policy {{policyNo}} effective {{effectiveDate|day}}.',
    blocks: [
      heading('Please sign the cancellation request'),
      paragraph(
        'Hello {{firstName}}, a request was made to cancel the policy below. It needs your signature. Once everything is signed, coverage ends on the effective date.',
      ),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Effective date', '{{effectiveDate|day}}'],
        ['Reason', '{{reason}}'],
        ['Refund', '{{refundCents|money}}'],
        ['Balance reduced by', '{{balanceReductionCents|money}}'],
        ['To sign', '{{documents}}'],
      ),
      paragraph('{{otherSigner}}'),
      button('Review and sign', '{{link}}'),
      note(
        'The link is valid until {{expiresAt|moment}}. You can request paper copies instead of signing electronically.',
      ),
      note('{{otherwise}}'),
    ],
  },
  'signing-code': {
    version: 1,
    subject: 'Your code to sign for policy {{policyNo}}',
    preview: 'The code is valid for ten minutes.',
    blocks: [
      heading('Your code, {{firstName}}'),
      paragraph('Enter this code where you were asked for it, to sign for the policy in your name.'),
      facts(['Policy', '{{policyNo}}'], ['Code', '{{code}}']),
      note('The code works once and until {{expiresAt|moment}}. Give it to nobody: whoever has it can sign as you.'),
      note('If you did not ask for it, you can ignore this message, and please tell us at {{supportEmail}}.'),
    ],
  },
  'payment-processing': {
    version: 1,
    subject: 'Your payment for policy {{policyNo}} is being processed',
    preview: 'We have asked your bank for {{amountCents|money}}.',
    blocks: [
      heading('Your payment is on its way'),
      paragraph(
        'Thank you, {{firstName}}. We have asked your bank for the payment below. Banks take up to four business days to answer.',
      ),
      facts(['Policy', '{{policyNo}}'], ['Amount', '{{amountCents|money}}'], ['Paid from', '{{method}}']),
      paragraph('You will hear from us when the payment is complete, or if your bank refuses it.'),
      button('View my policy', '{{link}}'),
    ],
  },
  'payment-received': {
    version: 1,
    subject: 'We received your payment for policy {{policyNo}}',
    preview: '{{amountCents|money}} was received. Thank you.',
    blocks: [
      heading('Thank you, {{firstName}}'),
      paragraph('Your payment has been received.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Amount', '{{amountCents|money}}'],
        ['Paid with', '{{method}}'],
        ['Received', '{{paidAt|moment}}'],
      ),
      button('View my policy', '{{link}}'),
    ],
  },
  'payment-failed': {
    version: 1,
    subject: 'Your payment for policy {{policyNo}} did not go through',
    preview: '{{amountCents|money}} could not be collected: {{reason}}',
    blocks: [
      heading('Your payment did not go through'),
      paragraph('Hello {{firstName}}, we could not collect the payment below. No money has been taken.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Amount', '{{amountCents|money}}'],
        ['Method', '{{method}}'],
        ['Reason', '{{reason}}'],
        ['Now due', '{{dueCents|money}}'],
      ),
      paragraph('Please pay again, with the same or another method, so that your policy stays in force.'),
      button('Pay now', '{{link}}'),
    ],
  },
  receipt: {
    version: 1,
    subject: 'Receipt {{receiptNo}} for policy {{policyNo}}',
    preview: 'Receipt for {{totalCents|money}}.',
    blocks: [
      heading('Receipt'),
      paragraph('Thank you for your payment, {{firstName}}. Please keep this receipt for your records.'),
      facts(
        ['Receipt', '{{receiptNo}}'],
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Date', '{{paidAt|moment}}'],
        ['Paid with', '{{method}}'],
        ['Applied to the policy', '{{amountCents|money}}'],
        ['Transaction fee', '{{feeCents|money}}'],
        ['Total', '{{totalCents|money}}'],
      ),
      button('Open the receipt', '{{link}}'),
    ],
  },
  cancellation: {
    version: 1,
    subject: 'Policy {{policyNo}} {{standing}}',
    preview: 'Coverage ends on {{effectiveDate|day}}.',
    blocks: [
      heading('Your policy {{standing}}'),
      paragraph('Hello {{firstName}}, as requested or required, the policy below {{standing}}.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Coverage ends', '{{effectiveDate|day}}'],
        ['Reason', '{{reason}}'],
        ['Refund', '{{refundCents|money}}'],
        ['Still owed', '{{dueCents|money}}'],
      ),
      paragraph('{{moneyWords}}'),
      note('Card fees are not given back. Damage from the day on which coverage ends is not insured.'),
    ],
  },
  'refund-decided': {
    version: 1,
    subject: 'Decided: the money held back of policy {{policyNo}}',
    preview: '{{decisionWords}}',
    blocks: [
      heading('The money that was held back'),
      paragraph('Hello {{firstName}}, we have decided about the money of your cancelled policy that was held back.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Held back', '{{heldCents|money}}'],
        ['Leaves the policy', '{{movedCents|money}}'],
        ['Still owed', '{{dueCents|money}}'],
      ),
      paragraph('{{decisionWords}}'),
      note('Is something not right? Your agent can tell you more, or write to {{supportEmail}}.'),
    ],
  },
  'payment-released': {
    version: 1,
    subject: 'Your card was not charged for policy {{policyNo}}',
    preview: 'The {{amountCents|money}} that your bank held is free again.',
    blocks: [
      heading('Your card was not charged'),
      paragraph(
        'Hello {{firstName}}, your bank held the amount below for a payment that we did not take. It is free again; some banks show that only after a few days.',
      ),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Held', '{{amountCents|money}}'],
        ['Charged', '$0.00'],
        ['Why', '{{reason}}'],
        ['Now due', '{{dueCents|money}}'],
      ),
      button('View my policy', '{{link}}'),
    ],
  },
  reinstatement: {
    version: 1,
    subject: 'Policy {{policyNo}} is in force again',
    preview: 'Your policy has been reinstated as of {{effectiveDate|day}}.',
    blocks: [
      heading('Your policy is in force again'),
      paragraph('Good news, {{firstName}}: the cancellation of the policy below has been taken back.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Reinstated as of', '{{effectiveDate|day}}'],
        ['Now due', '{{dueCents|money}}'],
      ),
      button('View my policy', '{{link}}'),
    ],
  },
  'non-renewal': {
    version: 1,
    subject: 'Policy {{policyNo}} will not be renewed',
    preview: 'Coverage ends with the term, on {{expirationDate|day}}.',
    blocks: [
      heading('Your policy will not be renewed'),
      paragraph('Hello {{firstName}}, the policy below stays in force until the end of its term and is not renewed.'),
      facts(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Coverage ends', '{{expirationDate|day}}']),
      note('Please speak to your agent in time if you need other coverage from that day on.'),
    ],
  },
  'non-renewal-taken-back': {
    version: 1,
    subject: 'Policy {{policyNo}} will be renewed after all',
    preview: 'Our notice of non-renewal is withdrawn.',
    blocks: [
      heading('Your policy will be renewed after all'),
      paragraph('Hello {{firstName}}, we wrote to you that the policy below would not be renewed. That is withdrawn.'),
      facts(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Term ends', '{{expirationDate|day}}']),
      note('You do not have to do anything: you hear from us before the next term begins.'),
    ],
  },
  renewal: {
    version: 1,
    subject: 'Policy {{oldPolicyNo}} is renewed as {{policyNo}}',
    preview: 'Coverage goes on from {{inceptionDate|day}}.',
    blocks: [
      heading('Your policy is renewed'),
      paragraph(
        'Hello {{firstName}}, the term of policy {{oldPolicyNo}} ends on {{inceptionDate|day}}, and the policy below follows it without a gap.',
      ),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Begins', '{{inceptionDate|day}}'],
        ['Total premium', '{{totalCents|money}}'],
        ['Now due', '{{dueCents|money}}'],
      ),
      paragraph('{{moneyWords}}'),
      button('View the policy', '{{link}}'),
      note('Do you need other coverage, or none? Please speak to your agent before that day.'),
    ],
  },
  'term-ended': {
    version: 1,
    subject: 'The coverage of policy {{policyNo}} has ended',
    preview: 'Its term ended on {{expirationDate|day}}.',
    blocks: [
      heading('Your coverage has ended'),
      paragraph('Hello {{firstName}}, the term of the policy below has ended, and no other follows it.'),
      facts(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Coverage ended', '{{expirationDate|day}}']),
      note('Damage from that day on is not insured. Please speak to your agent if you need coverage.'),
    ],
  },
  'policy-rewritten': {
    version: 2,
    subject: 'Policy {{oldPolicyNo}} is now policy {{policyNo}}',
    preview: 'The inception date was moved to {{inceptionDate|day}}.',
    blocks: [
      heading('The inception date was moved'),
      paragraph('Hello {{firstName}}, policy {{oldPolicyNo}} {{endWords}}, and the policy below takes its place.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Begins', '{{inceptionDate|day}}'],
        ['Paid already', '{{movedCents|money}}'],
        ['Still due', '{{dueCents|money}}'],
      ),
      paragraph('{{moneyWords}}'),
      button('View the policy', '{{link}}'),
    ],
  },
  endorsement: {
    version: 2,
    subject: 'Policy {{policyNo}} has been changed',
    preview: 'Changed: {{changes}}.',
    blocks: [
      heading('Your policy has been changed'),
      paragraph('Hello {{firstName}}, an endorsement of the policy below is bound.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Changed', '{{changes}}'],
        ['In effect from', '{{effectiveDate|day}}'],
        ['Difference for the rest of the term', '{{changeCents|money}}'],
        ['Total premium', '{{totalCents|money}}'],
        ['Now due', '{{dueCents|money}}'],
      ),
      paragraph('{{moneyWords}}'),
      paragraph('The new declarations page is with the policy’s documents.'),
      button('View the policy', '{{link}}'),
    ],
  },
  'agent-of-record': {
    version: 1,
    subject: 'Policy {{policyNo}} has a new agent of record',
    preview: 'The agent of record is now {{company}}.',
    blocks: [
      heading('A new agent of record'),
      paragraph('Hello {{firstName}}, the policy below is looked after by another agency from now on.'),
      facts(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Agent of record', '{{company}} ({{agencyNo}})'],
        ['Before', '{{previous}}'],
        ['From', '{{effectiveDate|day}}'],
      ),
      note('The coverage stays as it is. Please write to us if this was not agreed.'),
    ],
  },
  'email-changed': {
    version: 1,
    subject: 'Your email address on file was changed',
    preview: 'What concerns your policy {{policyNo}} goes to another address since {{changedAt|moment}}.',
    blocks: [
      heading('Your email address was changed'),
      paragraph(
        'Hello {{firstName}}, the address on file of your policy {{policyNo}} was changed on {{changedAt|moment}}. Codes to sign go to the new address after 72 hours, unless we confirm it by phone first.',
      ),
      note('If you did not ask for this change, write to {{supportEmail}} right away.'),
    ],
  },
  'password-changed': {
    version: 1,
    subject: 'Your password was changed',
    preview: 'Your password was changed on {{changedAt|moment}}.',
    blocks: [
      heading('Your password was changed'),
      paragraph('Hello {{firstName}}, the password of your account was changed on {{changedAt|moment}}.'),
      note('Was it not you? Write to {{supportEmail}} at once. Everywhere else you have been logged out.'),
    ],
  },
  'second-factor-changed': {
    version: 1,
    subject: 'The second factor of your log-in was {{what}}',
    preview: 'The second factor of your log-in was {{what}} on {{changedAt|moment}}.',
    blocks: [
      heading('Your log-in has changed'),
      paragraph('Hello {{firstName}}, the second factor of your log-in was {{what}} on {{changedAt|moment}}.'),
      note('Was it not you? Write to {{supportEmail}} at once.'),
    ],
  },
  'password-reset': {
    version: 1,
    subject: 'Reset your password',
    preview: 'Choose a new password with this link.',
    blocks: [
      heading('Choose a new password'),
      paragraph('Hello {{firstName}}, a new password was asked for your account.'),
      button('Choose a new password', '{{link}}'),
      note('The link works once and until {{expiresAt|moment}}.'),
      note(NOT_YOU),
    ],
  },
  'webhook-disabled': {
    version: 1,
    subject: 'The webhook {{name}} was switched off',
    preview: 'Its address has taken nothing for three days.',
    blocks: [
      heading('A webhook was switched off'),
      paragraph(
        'Hello {{firstName}}, the address {{url}} of the webhook {{name}} has taken no event for three days. Nothing is sent there any more.',
      ),
      note('Once it answers again, switch it on in the back office and send again what it missed.'),
    ],
  },
  'account-invited': {
    version: 1,
    subject: 'Your account is ready',
    preview: 'Choose a password and log in.',
    blocks: [
      heading('Choose your password'),
      paragraph(
        'Hello {{firstName}}, an account was made for you at {{company}}. Choose a password to log in with this address.',
      ),
      button('Choose a password', '{{link}}'),
      note('The link works once and until {{expiresAt|moment}}. After that, ask for a new one with Forgot password.'),
    ],
  },
  'import-ended': {
    version: 1,
    subject: 'Your upload {{fileName}} {{outcome}}',
    preview: '{{succeeded}} of {{total}} rows are policies now, {{failed}} were refused.',
    blocks: [
      heading('Your upload {{outcome}}'),
      facts(['File', '{{fileName}}'], ['Rows', '{{total}}'], ['Imported', '{{succeeded}}'], ['Refused', '{{failed}}']),
      button('Look at the rows', '{{link}}'),
      note('Rows that were refused can be saved as a file there, corrected, and uploaded again.'),
    ],
  },
  'commission-statement': {
    version: 3,
    subject: 'Your commission statement of {{month}}',
    preview: 'The statement of {{company}} is closed with {{totalCents|money}}.',
    blocks: [
      heading('Your commission statement'),
      paragraph('The commission statement of {{company}} for {{month}} is closed. Its lines do not change any more.'),
      facts(
        ['Commission', '{{commissionCents|money}}'],
        ['Adjustments', '{{adjustmentCents|money}}'],
        ['Total', '{{totalCents|money}}'],
      ),
      paragraph('{{meaning}}'),
      button('Open the statement', '{{link}}'),
      note('What comes later is on the next statement. Is something not right? Write to {{supportEmail}}.'),
    ],
  },
  'commission-payout': {
    version: 1,
    subject: 'Commission for {{month}} paid: {{amountCents|money}}',
    preview: 'We paid {{amountCents|money}} to the bank account of {{company}}.',
    blocks: [
      heading('Commission paid'),
      paragraph('We paid the commission of {{company}} for {{month}} to your bank account.'),
      facts(
        ['Amount', '{{amountCents|money}}'],
        ['Payout date', '{{paidOn|day}}'],
        ['Reference', '{{paymentReference}}'],
      ),
      button('Open the statement', '{{link}}'),
      note('It can take two business days until the amount is in your account. Questions? Write to {{supportEmail}}.'),
    ],
  },
  'daily-digest': {
    version: 1,
    subject: 'What waits on {{day|day}}',
    preview: 'What waits for you at {{brand}} today, with its lists.',
    blocks: [
      heading('What waits, {{firstName}}'),
      paragraph('{{waiting|links}}'),
      button('Open all that waits', '{{link}}'),
      note('You get this mail on days on which something waits. {{off|links}}'),
    ],
  },
  'agency-registration': {
    version: 1,
    subject: 'Register {{company}} with {{brand}}',
    preview: 'Tell us about your agency and sign its papers.',
    blocks: [
      heading('Welcome, {{firstName}}'),
      paragraph(
        'To write policies with us, {{company}} tells us about itself and signs its papers. It takes about ten minutes; you can stop after each page and go on later.',
      ),
      button('Complete the registration', '{{link}}'),
      note(
        'The link signs you in once and until {{expiresAt|moment}}. To go on later, log in with this address; Forgot password lets you choose a password.',
      ),
    ],
  },
  'agency-registered': {
    version: 1,
    subject: '{{company}} has signed its registration',
    preview: 'Agency {{agencyNo}} waits for its approval.',
    blocks: [
      heading('{{company}} waits for its approval'),
      paragraph(
        '{{signedByName}} has signed the papers of agency {{agencyNo}}. Look at what they told us, then approve it.',
      ),
      button('Open the agency', '{{link}}'),
    ],
  },
  'agency-approved': {
    version: 1,
    subject: '{{company}} is approved',
    preview: 'You can write policies with {{brand}} from now on.',
    blocks: [
      heading('Welcome aboard, {{firstName}}'),
      paragraph('{{company}} is approved. Its agency number is {{agencyNo}}.'),
      button('{{linkWords}}', '{{link}}'),
    ],
  },
}
