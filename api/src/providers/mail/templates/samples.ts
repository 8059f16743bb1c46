import type { EmailTemplateValues } from './catalog.ts'

const link = 'https://tideline.example.com/policyholder?token=a&b=c'
const policy = {
  firstName: 'Marina',
  policyNo: 'RFL3000101',
  address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  link,
}
const money = { amountCents: 131775, method: 'Visa ending in 4242' }
const expiresAt = '2026-11-20T17:30:00.000Z'

/** Sample values of each email for previews, test emails and tests. */
export const SAMPLE_EMAIL_VALUES: EmailTemplateValues = {
  'policyholder-link': { ...policy, expiresAt },
  'signature-request': { ...policy, documents: 'Policy Agreement, SL Notice', expiresAt },
  'cancellation-request': {
    ...{ ...policy, documents: 'Cancellation Request', expiresAt },
    ...{ effectiveDate: '2026-12-15', reason: 'Property sold', refundCents: 50000, balanceReductionCents: 0 },
    otherSigner: 'Your agent also signs this request.',
    otherwise: 'If you do not want to cancel, do not sign. Call your agent.',
  },
  'signing-code': { firstName: 'Marina', policyNo: policy.policyNo, code: '048213', expiresAt },
  'payment-processing': { ...policy, ...money },
  'payment-received': { ...policy, ...money, paidAt: expiresAt },
  'payment-failed': { ...policy, ...money, reason: 'insufficient funds', dueCents: 131775 },
  receipt: { ...policy, ...money, receiptNo: 'R-1', feeCents: 3852, totalCents: 135627, paidAt: expiresAt },
  cancellation: {
    ...policy,
    ...{ effectiveDate: '2026-12-15', reason: 'Property sold', standing: 'has been cancelled' },
    ...{
      refundCents: 50000,
      dueCents: 0,
      moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
    },
  },
  'refund-decided': {
    ...policy,
    ...{ heldCents: 50000, movedCents: 50000, dueCents: 0 },
    decisionWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
  'payment-released': {
    ...policy,
    ...{ amountCents: 135627, reason: 'The policy has since been paid by another method.', dueCents: 0 },
  },
  reinstatement: { ...policy, effectiveDate: '2026-12-15', dueCents: 0 },
  'policy-rewritten': {
    ...policy,
    oldPolicyNo: 'RFL3000100',
    inceptionDate: '2026-12-20',
    movedCents: 131775,
    dueCents: 0,
    endWords: 'was cancelled as of 11/20/2026',
    moneyWords: 'Documents will be reissued with the new effective date and must be signed again.',
  },
  renewal: {
    ...policy,
    ...{ oldPolicyNo: 'RFL3000100', inceptionDate: '2026-12-20', totalCents: 131775, dueCents: 131775 },
    moneyWords: 'Please pay by 12/20/2026.',
  },
  'term-ended': { ...policy, expirationDate: '2026-12-15' },
  'non-renewal': { ...policy, expirationDate: '2026-12-15' },
  'non-renewal-taken-back': { ...policy, expirationDate: '2026-12-15' },
  endorsement: {
    ...policy,
    changes: 'lienholders, coverage A',
    effectiveDate: '2026-12-15',
    changeCents: -2500,
    totalCents: 129275,
    dueCents: 0,
    moneyWords: 'Refunded to the original payment method: $25.00 to Marina Sample.',
  },
  'agent-of-record': {
    ...policy,
    company: 'Lighthouse Coverage',
    agencyNo: '100110',
    previous: 'Harbor Demo Insurance',
    effectiveDate: '2026-12-15',
  },
  'email-changed': { firstName: 'Marina', policyNo: policy.policyNo, changedAt: expiresAt },
  'password-changed': { firstName: 'Avery', changedAt: expiresAt },
  'second-factor-changed': { firstName: 'Avery', what: 'set up', changedAt: expiresAt },
  'agency-registration': { firstName: 'Bay', company: 'Breakwater Agency', link, expiresAt },
  'agency-registered': { company: 'Breakwater Agency', agencyNo: '100120', signedByName: 'Bay Water', link },
  'agency-approved': {
    ...{ firstName: 'Bay', company: 'Breakwater Agency', agencyNo: '100120' },
    ...{ link, linkWords: 'Choose a password' },
  },
  'webhook-disabled': { firstName: 'Avery', name: 'CRM', url: 'https://crm.example.com/hooks' },
  'account-invited': { firstName: 'Avery', company: 'Harborview Insurance Group', link, expiresAt },
  'password-reset': { firstName: 'Marina', link, expiresAt },
  'import-ended': { fileName: 'book.csv', outcome: 'has been imported', total: 3, succeeded: 2, failed: 1, link },
  'daily-digest': {
    ...{ firstName: 'Avery', day: '2026-11-23' },
    waiting: [
      'Policies awaiting signature: 12\thttps://tideline.example.com/policies?waitsFor=signature',
      'Policies awaiting payment: 3\thttps://tideline.example.com/policies?waitsFor=payment',
    ].join('\n'),
    link: 'https://tideline.example.com/actions',
    off: 'Turn off this email\thttps://tideline.example.com/profile',
  },
  'commission-payout': {
    ...{ company: 'Harborview Insurance Group', month: '10/2026', amountCents: 183_450 },
    ...{ paidOn: '2026-11-23', paymentReference: 'PAYOUT-2026-1123' },
    link: 'https://tideline.example.com/statements/00000020-0000-4000-8001-000000000001',
  },
  'commission-statement': {
    ...{ company: 'Harborview Insurance Group', month: '10/2026' },
    ...{
      commissionCents: 186_000,
      adjustmentCents: -2_550,
      totalCents: 183_450,
      meaning: 'The total is paid with the next payout.',
    },
    link: 'https://tideline.example.com/statements/00000020-0000-4000-8001-000000000001',
  },
}
