import {
  createButton,
  createFactList,
  createHeading,
  createNote,
  createParagraph,
  type EmailTemplateContent,
} from './blocks.ts'

/**
 * Values of each email template. Amounts are in integer cents, dates are `YYYY-MM-DD`, times are ISO 8601, and links
 * are absolute URLs.
 */
export interface EmailTemplateValues {
  'policyholder-link': { firstName: string; policyNo: string; address: string; link: string; expiresAt: string }
  'signature-request': {
    firstName: string
    policyNo: string
    address: string
    /** Comma-separated names of the documents to sign. */
    documents: string
    link: string
    expiresAt: string
  }
  'cancellation-request': {
    firstName: string
    policyNo: string
    address: string
    /** Comma-separated names of the documents to sign. */
    documents: string
    effectiveDate: string
    reason: string
    /** Part of the return premium that is refunded. */
    refundCents: number
    /** Part of the return premium that reduces the unpaid balance. */
    balanceReductionCents: number
    /** Sentence on whether the other party also has to sign. */
    otherSigner: string
    /** Sentence that explains what to do if the reader does not want the cancellation. */
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
    /** Text for the status: `has been cancelled`, or `will be cancelled` if the effective date is in the future. */
    standing: string
    /** Refund that is paid now or on the cancellation effective date. */
    refundCents: number
    dueCents: number
    /** Text about the refund's recipients and dates, amounts on hold with the reason, and the balance due. */
    moneyWords: string
  }
  'refund-decided': {
    firstName: string
    policyNo: string
    address: string
    heldCents: number
    /** Amount that is refunded or transferred to another policy. */
    movedCents: number
    dueCents: number
    /** Text about the decision and the recipient of the amount. */
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
    /** Text about the payer, the due date and amounts paid in advance. */
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
    /** Text about how the old policy ended. */
    endWords: string
    /** Text about the payments of the old policy: transferred, refunded or still due. */
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
    /** Text about the due date or the recipient of the refund. */
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
    /** End of the subject `Your upload … `, for example `was cancelled` or a row count. */
    outcome: string
    total: number
    succeeded: number
    failed: number
    link: string
  }
  'commission-statement': {
    company: string
    /** Month in the format `10/2026`. */
    month: string
    commissionCents: number
    adjustmentCents: number
    totalCents: number
    /** Text that explains the total. */
    meaning: string
    link: string
  }
  'commission-payout': {
    company: string
    /** Month in the format `10/2026`. */
    month: string
    amountCents: number
    paidOn: string
    paymentReference: string
    link: string
  }
  'daily-digest': {
    firstName: string
    /** Date in the reader's time zone. */
    day: string
    /** Pending items, one line per kind: a label with the count, a tab, and the URL of the list. */
    waiting: string
    link: string
    /** Unsubscribe link: a label, a tab and the URL. */
    off: string
  }
  'agency-registration': { firstName: string; company: string; link: string; expiresAt: string }
  'agency-registered': { company: string; agencyNo: string; signedByName: string; link: string }
  'agency-approved': {
    firstName: string
    company: string
    agencyNo: string
    link: string
    /** Text for the purpose of the link: setting a password or logging in. */
    linkWords: string
  }
}

export type EmailTemplateId = keyof EmailTemplateValues

const NOT_YOU = 'If you did not request this, you can ignore this message. Nothing will change.'

export const EMAIL_TEMPLATES: Record<EmailTemplateId, EmailTemplateContent> = {
  'policyholder-link': {
    version: 3,
    subject: 'Your link to policy {{policyNo}}',
    preview: 'Open your policy with this link by {{expiresAt|moment}}.',
    blocks: [
      createHeading('Your policy, {{firstName}}'),
      createParagraph('Here is the link to your policy.'),
      createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
      createButton('Open my policy', '{{link}}'),
      createNote(
        'The link is valid until {{expiresAt|moment}} and is only for you. You will be asked for your phone number and ZIP code.',
      ),
      createNote(NOT_YOU),
    ],
  },
  'signature-request': {
    version: 1,
    subject: 'Please sign the documents of policy {{policyNo}}',
    preview: 'Your signature is needed: {{documents}}.',
    blocks: [
      createHeading('Your signature is needed'),
      createParagraph(
        'Hello {{firstName}}, the documents of your policy are ready to be signed. It takes a few minutes.',
      ),
      createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['To sign', '{{documents}}']),
      createButton('Review and sign', '{{link}}'),
      createNote(
        'The link is valid until {{expiresAt|moment}}. You can request paper copies instead of signing electronically.',
      ),
    ],
  },
  'cancellation-request': {
    version: 3,
    subject: 'Sign your request to cancel policy {{policyNo}}',
    preview: 'Your signature is needed to cancel policy {{policyNo}} effective {{effectiveDate|day}}.',
    blocks: [
      createHeading('Please sign the cancellation request'),
      createParagraph(
        'Hello {{firstName}}, a request was made to cancel the policy below. It needs your signature. Once everything is signed, coverage ends on the effective date.',
      ),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Effective date', '{{effectiveDate|day}}'],
        ['Reason', '{{reason}}'],
        ['Refund', '{{refundCents|money}}'],
        ['Balance reduced by', '{{balanceReductionCents|money}}'],
        ['To sign', '{{documents}}'],
      ),
      createParagraph('{{otherSigner}}'),
      createButton('Review and sign', '{{link}}'),
      createNote(
        'The link is valid until {{expiresAt|moment}}. You can request paper copies instead of signing electronically.',
      ),
      createNote('{{otherwise}}'),
    ],
  },
  'signing-code': {
    version: 1,
    subject: 'Your code to sign for policy {{policyNo}}',
    preview: 'The code is valid for ten minutes.',
    blocks: [
      createHeading('Your code, {{firstName}}'),
      createParagraph('Enter this code on the page that asked for it to confirm your identity.'),
      createFactList(['Policy', '{{policyNo}}'], ['Code', '{{code}}']),
      createNote(
        'The code works once and until {{expiresAt|moment}}. Do not share it: anyone who has it can sign as you.',
      ),
      createNote('If you did not request this code, ignore this message and let us know at {{supportEmail}}.'),
    ],
  },
  'payment-processing': {
    version: 1,
    subject: 'Your payment for policy {{policyNo}} is being processed',
    preview: 'We submitted a payment of {{amountCents|money}} to your bank.',
    blocks: [
      createHeading('Your payment is processing'),
      createParagraph(
        'Thank you, {{firstName}}. We submitted the payment below to your bank. It can take up to four business days to clear.',
      ),
      createFactList(['Policy', '{{policyNo}}'], ['Amount', '{{amountCents|money}}'], ['Paid from', '{{method}}']),
      createParagraph('We’ll email you when the payment clears or if your bank declines it.'),
      createButton('View my policy', '{{link}}'),
    ],
  },
  'payment-received': {
    version: 1,
    subject: 'We received your payment for policy {{policyNo}}',
    preview: '{{amountCents|money}} was received. Thank you.',
    blocks: [
      createHeading('Thank you, {{firstName}}'),
      createParagraph('Your payment has been received.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Amount', '{{amountCents|money}}'],
        ['Paid with', '{{method}}'],
        ['Received', '{{paidAt|moment}}'],
      ),
      createButton('View my policy', '{{link}}'),
    ],
  },
  'payment-failed': {
    version: 1,
    subject: 'Your payment for policy {{policyNo}} did not go through',
    preview: '{{amountCents|money}} could not be collected: {{reason}}',
    blocks: [
      createHeading('Your payment did not go through'),
      createParagraph('Hello {{firstName}}, we could not collect the payment below. You were not charged.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Amount', '{{amountCents|money}}'],
        ['Method', '{{method}}'],
        ['Reason', '{{reason}}'],
        ['Amount due', '{{dueCents|money}}'],
      ),
      createParagraph('Please pay again, with the same or another method, so that your policy stays in force.'),
      createButton('Pay now', '{{link}}'),
    ],
  },
  receipt: {
    version: 1,
    subject: 'Receipt {{receiptNo}} for policy {{policyNo}}',
    preview: 'Receipt for {{totalCents|money}}.',
    blocks: [
      createHeading('Receipt'),
      createParagraph('Thank you for your payment, {{firstName}}. Please keep this receipt for your records.'),
      createFactList(
        ['Receipt', '{{receiptNo}}'],
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Date', '{{paidAt|moment}}'],
        ['Paid with', '{{method}}'],
        ['Applied to the policy', '{{amountCents|money}}'],
        ['Card fee', '{{feeCents|money}}'],
        ['Total', '{{totalCents|money}}'],
      ),
      createButton('Open the receipt', '{{link}}'),
    ],
  },
  cancellation: {
    version: 1,
    subject: 'Policy {{policyNo}} {{standing}}',
    preview: 'Coverage ends on {{effectiveDate|day}}.',
    blocks: [
      createHeading('Your policy {{standing}}'),
      createParagraph('Hello {{firstName}}, as requested or required, the policy below {{standing}}.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Coverage ends', '{{effectiveDate|day}}'],
        ['Reason', '{{reason}}'],
        ['Refund', '{{refundCents|money}}'],
        ['Still owed', '{{dueCents|money}}'],
      ),
      createParagraph('{{moneyWords}}'),
      createNote('Losses on or after the date coverage ends aren’t covered.'),
    ],
  },
  'refund-decided': {
    version: 1,
    subject: 'Decision on your refund for policy {{policyNo}}',
    preview: '{{decisionWords}}',
    blocks: [
      createHeading('Your refund on hold'),
      createParagraph('Hello {{firstName}}, we have made a decision about your refund that was on hold.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['On hold', '{{heldCents|money}}'],
        ['Refunded or transferred', '{{movedCents|money}}'],
        ['Still owed', '{{dueCents|money}}'],
      ),
      createParagraph('{{decisionWords}}'),
      createNote('Questions? Contact your agent or email {{supportEmail}}.'),
    ],
  },
  'payment-released': {
    version: 1,
    subject: 'Your card was not charged for policy {{policyNo}}',
    preview: 'Your bank has released its hold of {{amountCents|money}}.',
    blocks: [
      createHeading('Your card was not charged'),
      createParagraph(
        'Hello {{firstName}}, your bank held the amount below for a payment that was not completed. The hold has been released; some banks take a few days to show this.',
      ),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Held', '{{amountCents|money}}'],
        ['Charged', '$0.00'],
        ['Why', '{{reason}}'],
        ['Amount due', '{{dueCents|money}}'],
      ),
      createButton('View my policy', '{{link}}'),
    ],
  },
  reinstatement: {
    version: 1,
    subject: 'Policy {{policyNo}} has been reinstated',
    preview: 'Your policy has been reinstated as of {{effectiveDate|day}}.',
    blocks: [
      createHeading('Your policy has been reinstated'),
      createParagraph('Good news, {{firstName}}: your cancellation was reversed and your policy is reinstated.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Reinstated as of', '{{effectiveDate|day}}'],
        ['Amount due', '{{dueCents|money}}'],
      ),
      createButton('View my policy', '{{link}}'),
    ],
  },
  'non-renewal': {
    version: 1,
    subject: 'Policy {{policyNo}} will not be renewed',
    preview: 'Coverage ends with the term, on {{expirationDate|day}}.',
    blocks: [
      createHeading('Your policy will not be renewed'),
      createParagraph(
        'Hello {{firstName}}, the policy below stays in force until the end of its term and will not be renewed.',
      ),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Coverage ends', '{{expirationDate|day}}'],
      ),
      createNote('Contact your agent before then if you need other coverage.'),
    ],
  },
  'non-renewal-taken-back': {
    version: 1,
    subject: 'Nonrenewal of policy {{policyNo}} rescinded',
    preview: 'Our notice of nonrenewal is rescinded.',
    blocks: [
      createHeading('Your nonrenewal notice is rescinded'),
      createParagraph(
        'Hello {{firstName}}, we told you that the policy below would not be renewed. That notice no longer applies.',
      ),
      createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Term ends', '{{expirationDate|day}}']),
      createNote('You don’t need to do anything. We’ll email you before the next term begins.'),
    ],
  },
  renewal: {
    version: 1,
    subject: 'Policy {{oldPolicyNo}} is renewed as {{policyNo}}',
    preview: 'Coverage continues from {{inceptionDate|day}}.',
    blocks: [
      createHeading('Your policy is renewed'),
      createParagraph(
        'Hello {{firstName}}, the term of policy {{oldPolicyNo}} ends on {{inceptionDate|day}}, and the policy below renews it without a lapse in coverage.',
      ),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Begins', '{{inceptionDate|day}}'],
        ['Total premium', '{{totalCents|money}}'],
        ['Amount due', '{{dueCents|money}}'],
      ),
      createParagraph('{{moneyWords}}'),
      createButton('View the policy', '{{link}}'),
      createNote('To change or decline your coverage, contact your agent before that date.'),
    ],
  },
  'term-ended': {
    version: 1,
    subject: 'The coverage of policy {{policyNo}} has ended',
    preview: 'Its term ended on {{expirationDate|day}}.',
    blocks: [
      createHeading('Your coverage has ended'),
      createParagraph('Hello {{firstName}}, the term of the policy below has ended and was not renewed.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Coverage ended', '{{expirationDate|day}}'],
      ),
      createNote('Losses on or after that date aren’t covered. Contact your agent if you need coverage.'),
    ],
  },
  'policy-rewritten': {
    version: 2,
    subject: 'Policy {{oldPolicyNo}} is now policy {{policyNo}}',
    preview: 'The inception date was moved to {{inceptionDate|day}}.',
    blocks: [
      createHeading('The inception date was moved'),
      createParagraph('Hello {{firstName}}, policy {{oldPolicyNo}} {{endWords}}, and is replaced by the policy below.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Begins', '{{inceptionDate|day}}'],
        ['Already paid', '{{movedCents|money}}'],
        ['Still due', '{{dueCents|money}}'],
      ),
      createParagraph('{{moneyWords}}'),
      createButton('View the policy', '{{link}}'),
    ],
  },
  endorsement: {
    version: 2,
    subject: 'Policy {{policyNo}} has been changed',
    preview: 'Changed: {{changes}}.',
    blocks: [
      createHeading('Your policy has been changed'),
      createParagraph('Hello {{firstName}}, an endorsement to the policy below was bound.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Changed', '{{changes}}'],
        ['Effective date', '{{effectiveDate|day}}'],
        ['Pro rata premium change', '{{changeCents|money}}'],
        ['Total premium', '{{totalCents|money}}'],
        ['Amount due', '{{dueCents|money}}'],
      ),
      createParagraph('{{moneyWords}}'),
      createParagraph('Your new declarations page is in the policy documents.'),
      createButton('View the policy', '{{link}}'),
    ],
  },
  'agent-of-record': {
    version: 1,
    subject: 'Policy {{policyNo}} has a new agent of record',
    preview: 'The agent of record is now {{company}}.',
    blocks: [
      createHeading('A new agent of record'),
      createParagraph('Hello {{firstName}}, your policy is now serviced by {{company}}.'),
      createFactList(
        ['Policy', '{{policyNo}}'],
        ['Property', '{{address}}'],
        ['Agent of record', '{{company}} ({{agencyNo}})'],
        ['Before', '{{previous}}'],
        ['From', '{{effectiveDate|day}}'],
      ),
      createNote('Your coverage does not change. If you did not agree to this, email us.'),
    ],
  },
  'email-changed': {
    version: 1,
    subject: 'Your email address on file was changed',
    preview: 'Emails about policy {{policyNo}} have been sent to a different address since {{changedAt|moment}}.',
    blocks: [
      createHeading('Your email address was changed'),
      createParagraph(
        'Hello {{firstName}}, the address on file of your policy {{policyNo}} was changed on {{changedAt|moment}}. Codes to sign go to the new address after 72 hours, unless we confirm it by phone first.',
      ),
      createNote('If you did not request this change, email {{supportEmail}} right away.'),
    ],
  },
  'password-changed': {
    version: 1,
    subject: 'Your password was changed',
    preview: 'Your password was changed on {{changedAt|moment}}.',
    blocks: [
      createHeading('Your password was changed'),
      createParagraph('Hello {{firstName}}, the password of your account was changed on {{changedAt|moment}}.'),
      createNote(
        'If this wasn’t you, email {{supportEmail}} immediately. You have been logged out on all other devices.',
      ),
    ],
  },
  'second-factor-changed': {
    version: 1,
    subject: 'Two-factor authentication was {{what}}',
    preview: 'Two-factor authentication for your account was {{what}} on {{changedAt|moment}}.',
    blocks: [
      createHeading('Your log-in settings have changed'),
      createParagraph(
        'Hello {{firstName}}, two-factor authentication for your account was {{what}} on {{changedAt|moment}}.',
      ),
      createNote('If this wasn’t you, email {{supportEmail}} immediately.'),
    ],
  },
  'password-reset': {
    version: 1,
    subject: 'Reset your password',
    preview: 'Choose a new password with this link.',
    blocks: [
      createHeading('Choose a new password'),
      createParagraph('Hello {{firstName}}, someone requested a new password for your account.'),
      createButton('Choose a new password', '{{link}}'),
      createNote('The link works once and until {{expiresAt|moment}}.'),
      createNote(NOT_YOU),
    ],
  },
  'webhook-disabled': {
    version: 1,
    subject: 'Webhook endpoint {{name}} was disabled',
    preview: 'It has not accepted an event for three days.',
    blocks: [
      createHeading('A webhook endpoint was disabled'),
      createParagraph(
        'Hello {{firstName}}, the webhook endpoint {{name}} ({{url}}) has not accepted an event for three days. We have stopped sending events to it.',
      ),
      createNote('When the endpoint responds again, re-enable it in the back office and resend the missed events.'),
    ],
  },
  'account-invited': {
    version: 1,
    subject: 'Your account is ready',
    preview: 'Choose a password and log in.',
    blocks: [
      createHeading('Choose your password'),
      createParagraph(
        'Hello {{firstName}}, {{company}} created an account for you. Choose a password to log in with this email address.',
      ),
      createButton('Choose a password', '{{link}}'),
      createNote(
        'The link works once and until {{expiresAt|moment}}. After that, request a new one with Forgot password.',
      ),
    ],
  },
  'import-ended': {
    version: 1,
    subject: 'Your upload {{fileName}} {{outcome}}',
    preview: '{{succeeded}} of {{total}} rows were imported, {{failed}} were rejected.',
    blocks: [
      createHeading('Your upload {{outcome}}'),
      createFactList(
        ['File', '{{fileName}}'],
        ['Rows', '{{total}}'],
        ['Imported', '{{succeeded}}'],
        ['Rejected', '{{failed}}'],
      ),
      createButton('View the rows', '{{link}}'),
      createNote('You can download the rejected rows, correct them and upload them again.'),
    ],
  },
  'commission-statement': {
    version: 3,
    subject: 'Your commission statement for {{month}}',
    preview: 'The statement of {{company}} closed at {{totalCents|money}}.',
    blocks: [
      createHeading('Your commission statement'),
      createParagraph('The commission statement of {{company}} for {{month}} is closed and final.'),
      createFactList(
        ['Commission', '{{commissionCents|money}}'],
        ['Adjustments', '{{adjustmentCents|money}}'],
        ['Total', '{{totalCents|money}}'],
      ),
      createParagraph('{{meaning}}'),
      createButton('View statement', '{{link}}'),
      createNote('Later activity appears on the next statement. Questions? Email {{supportEmail}}.'),
    ],
  },
  'commission-payout': {
    version: 1,
    subject: 'Commission for {{month}} paid: {{amountCents|money}}',
    preview: 'We paid {{amountCents|money}} to the bank account of {{company}}.',
    blocks: [
      createHeading('Commission paid'),
      createParagraph('We paid the commission of {{company}} for {{month}} to your bank account.'),
      createFactList(
        ['Amount', '{{amountCents|money}}'],
        ['Payout date', '{{paidOn|day}}'],
        ['Reference', '{{paymentReference}}'],
      ),
      createButton('View statement', '{{link}}'),
      createNote('It can take two business days to reach your account. Questions? Email {{supportEmail}}.'),
    ],
  },
  'daily-digest': {
    version: 1,
    subject: 'Pending items for {{day|day}}',
    preview: 'Your pending items at {{brand}} today.',
    blocks: [
      createHeading('Your pending items, {{firstName}}'),
      createParagraph('{{waiting|links}}'),
      createButton('View all pending items', '{{link}}'),
      createNote('You get this email on days when you have pending items. {{off|links}}'),
    ],
  },
  'agency-registration': {
    version: 1,
    subject: 'Register {{company}} with {{brand}}',
    preview: 'Tell us about your agency and sign its agreements.',
    blocks: [
      createHeading('Welcome, {{firstName}}'),
      createParagraph(
        'To write policies with us, {{company}} must complete its profile and sign its agreements. It takes about ten minutes. You can stop after any page and continue later.',
      ),
      createButton('Complete the registration', '{{link}}'),
      createNote(
        'The link logs you in once, until {{expiresAt|moment}}. To continue later, log in with this email address. Use Forgot password to choose a password.',
      ),
    ],
  },
  'agency-registered': {
    version: 1,
    subject: '{{company}} has signed its registration',
    preview: 'Agency {{agencyNo}} is ready for approval.',
    blocks: [
      createHeading('{{company}} is ready for approval'),
      createParagraph(
        '{{signedByName}} signed the agreements of agency {{agencyNo}}. Review the registration, then approve it.',
      ),
      createButton('View agency', '{{link}}'),
    ],
  },
  'agency-approved': {
    version: 1,
    subject: '{{company}} is approved',
    preview: 'You can now write policies with {{brand}}.',
    blocks: [
      createHeading('Welcome aboard, {{firstName}}'),
      createParagraph('{{company}} is approved. Its agency number is {{agencyNo}}.'),
      createButton('{{linkWords}}', '{{link}}'),
    ],
  },
}
