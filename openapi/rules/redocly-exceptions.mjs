/**
 * Places where a rule of Redocly's `recommended-strict` is wrong for this contract, in the format of
 * `spectral-exceptions.mjs`.
 */
export default [
  '/api/v1/agencies/AgencyDetailsForPolicy/{agencyNo}',
  '/api/v1/claims/notes/{noteID}',
  '/api/v1/policies/GetPolicyHistorical/{policyNo}',
  '/api/v1/policies/address/{addressID}/version/{addressDataVersion}',
  '/api/v1/policies/reinstate/{policyNo}/{suppress}',
  '/api/v1/{policyNo}/invoiceDetails',
].map((path) => ({
  rule: 'no-ambiguous-paths',
  text: `\`${path}\``,
  reason: 'The path is documented. The path with more static segments takes precedence (API-4).',
}))
