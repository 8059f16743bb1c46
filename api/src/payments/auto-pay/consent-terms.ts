/** The authorization to which a payer agrees for auto-pay (AUT-1). The version changes with every change of the text. */
export const consentTerms = {
  version: '2026-11',
  text: [
    'I authorize Tideline to charge this payment method automatically for the installments and endorsements of this policy, on their due dates. The payment schedule shows the amounts. No card fee is added.',
    'If a charge fails for a temporary reason, Tideline may try again 3 and 7 days later. If a bank debit differs from the previous one, Tideline emails the policyholder 10 days before.',
    'This authorization does not include renewals. It ends when auto-pay is turned off on the policy page, the payment method is removed, or the policy ends. To stop a charge, turn off auto-pay before its date.',
  ].join('\n\n'),
}
