/**
 * Places where a rule of `spectral:oas` or of the OWASP ruleset is wrong for this contract. `lint.ts` fails for any other
 * problem, and for an exception that nothing needs.
 *
 * An exception applies to the operations that it lists, or to each problem whose location and message (`location: message`)
 * contain `text`.
 */
export default [
  {
    rule: 'oas3-operation-security-defined',
    text: '.security.1.apiKey.0: ',
    reason:
      'OpenAPI 3.1 allows the names of roles for schemes other than oauth2. The rule accepts only the scopes of oauth2. The scopes of API keys are listed in ApiScope.',
  },
  {
    rule: 'owasp:api5:2023-admin-security-unique',
    text: 'paths./api/admin/',
    reason: 'All operations use the same tokens. `x-access` defines who can call each operation.',
  },
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    operations: ['authorizeToken', 'authorizeTokenByUrl'],
    reason: 'The parameter `token` is documented. It is the one-time token of a link, which expires.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    operations: ['getHealth', 'getReadiness', 'getMetrics'],
    reason: 'Load balancers and monitoring read them. The metrics have a token of their own.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    operations: ['downloadPackage', 'getCatalogues', 'getOpenapi', 'getPublicSettings'],
    reason: 'Integrators and the log-in screen read them before anyone has logged in. They contain no customer data.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    operations: ['getWidget', 'getWidgetPage', 'getWidgetScript', 'getWidgetStyle', 'suggestWidgetAddresses'],
    reason: 'Quote widgets are part of public websites.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    operations: ['authorizeTokenByUrl', 'redeemResourceByUrl'],
    reason: 'The secret of a link is the credential.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    operations: [
      ...['login', 'loginPolicyholder', 'startSecondFactorAtLogin', 'refreshSession'],
      ...['requestLink', 'requestPasswordReset', 'resetPassword'],
    ],
    reason: 'These operations create or restore a session, so there is no token yet.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    operations: [
      ...['authorizeToken', 'loginByAgentLink', 'validateDeepLink', 'redeemResource', 'viewProofOfInsurance'],
    ],
    reason: 'The secret of a link is the credential.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    operations: ['receiveStripeWebhook'],
    reason: "Stripe's signature is the credential.",
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    operations: ['createLead'],
    reason: 'Quote widgets are part of public websites.',
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    operations: [
      ...['getHealth', 'getReadiness', 'getOpenapi', 'downloadPackage', 'getCatalogues', 'getPublicSettings'],
      ...['getWidget', 'getWidgetPage', 'getWidgetScript', 'getWidgetStyle', 'suggestWidgetAddresses', 'createLead'],
      ...['requestLink', 'requestPasswordReset', 'resetPassword'],
      ...['redeemResource', 'redeemResourceByUrl', 'viewProofOfInsurance'],
    ],
    reason: 'Public operations ignore the token, so they never return 401.',
  },
  {
    rule: 'owasp:api8:2023-define-error-validation',
    operations: ['getWidgetScript', 'getWidgetStyle'],
    reason: 'These operations have no input and ignore undeclared query parameters.',
  },
]
