/** Builds all portal URLs. One snapshot test (paths.test.ts) covers them. */

const query = (values: Record<string, string | undefined>) => {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** URL hash that opens a dialog on the policy page (DOC-9). */
export type PolicyHashFlag = 'signatureAgentModalOpen' | 'paymentModalOpen' | 'resendEmailLinkModalOpen'

const segment = encodeURIComponent

export const paths = {
  splash: () => '/splash',
  login: (to: { redirect?: string } = {}) => `/login${query({ redirect: to.redirect })}`,
  forgotPassword: () => '/login/forgot',
  notFound: () => '/404',
  unauthorized: () => '/unauthorized',
  error: (what: { error?: string; policyNo?: string } = {}) => `/error${query(what)}`,
  overloaded: (what: { from?: string } = {}) => `/overloaded${query(what)}`,
  profile: () => '/profile',
  agencyProfile: (agencyNo: string) => `/profile/agents/${segment(agencyNo)}`,
  widgets: (agencyNo?: string) => `/widgets${agencyNo ? `/${segment(agencyNo)}` : ''}`,
  newAgent: (parentNo?: string) => (parentNo ? `/agents/${segment(parentNo)}/new` : '/agents/new'),
  registration: () => '/agency/registration/documents',
  /** The first page after an agent logs in. */
  dashboard: () => '/dashboard',
  /** The action items of an agency and its sub-agencies. */
  actions: (of: { filter?: string | undefined } = {}) => `/actions${query({ filter: of.filter })}`,

  policies: () => '/policies',
  statements: (of: { month?: string } = {}) => `/statements${query({ month: of.month })}`,
  statement: (statementId: string) => `/statements/${segment(statementId)}`,
  backOffice: () => '/admin/',
  /** The commissions page of the back office. */
  commissions: () => '/admin/commissions',
  policy: (policyNo: string, flag?: PolicyHashFlag) => `/policy/embed/${segment(policyNo)}${flag ? `#${flag}` : ''}`,
  claim: (policyNo: string, claimId: string) => `/policy/embed/${segment(policyNo)}/claims/${segment(claimId)}`,
  agentWizard: (policyNo: string) => `/agent/policy/${segment(policyNo)}/policy-wizard`,

  policyholderGenerate: (of: { residential?: boolean; used?: boolean } = {}) =>
    `/policyholder/generate${query({
      residential: of.residential ? '1' : undefined,
      used: of.used ? '1' : undefined,
    })}`,
  policyholderAuthenticate: (deepLink: string) => `/policyholder/authenticate/${segment(deepLink)}`,
  policyholderWelcome: () => '/policyholder/welcome',
  policyholderDocuments: () => '/policyholder/documents',
  policyholderPayments: () => '/policyholder/payments',
  policyholderComplete: () => '/policyholder/payments/complete',
  /** Wizard step 4, for a policy that was paid before signing. Shows the same screen as step 3 at a separate URL. */
  policyholderSigned: () => '/policyholder/documents/complete',
  /** The page where a policyholder cancels a policy. */
  policyholderCancel: () => '/policyholder/cancel-confirm',
  policyholderSelect: (tab?: 'flood' | 'earthquake') => `/policyholder/select${query({ tab })}`,
  policyholderAllDocuments: () => '/policyholder/all-documents',
  policyholderPolicy: (policyNo: string, action?: 'sign' | 'pay') =>
    `/policyholder/policies/${segment(policyNo)}${action ? `/${action}` : ''}`,
  policyholderReportClaim: (policyNo: string) => `/policyholder/policies/${segment(policyNo)}/report-claim`,
  policyholderRequestMortgageeChange: (policyNo: string) =>
    `/policyholder/policies/${segment(policyNo)}/mortgagee-change`,
  policyholderClaim: (policyNo: string, claimId: string) =>
    `/policyholder/policies/${segment(policyNo)}/claims/${segment(claimId)}`,

  receipt: (policyNo: string, policyPaymentId: string) =>
    `/policy/embed/${segment(policyNo)}/receipt/${segment(policyPaymentId)}`,
  policyholderReceipt: (policyNo: string, policyPaymentId: string) =>
    `/policyholder/policies/${segment(policyNo)}/receipt/${segment(policyPaymentId)}`,
}

/** Returns the path of the policy page for an account type (POL-12). */
export const getPolicyPath = (accountType: 'agent' | 'policyholder' | undefined, policyNo: string) =>
  accountType === 'policyholder' ? paths.policyholderPolicy(policyNo) : paths.policy(policyNo)

/** Returns the path of a payment's receipt page for an account type. */
export const getReceiptPath = (accountType: 'agent' | 'policyholder' | undefined, policyNo: string, payment: string) =>
  accountType === 'policyholder' ? paths.policyholderReceipt(policyNo, payment) : paths.receipt(policyNo, payment)

/**
 * Returns the first page after logging in: the policy selection for policyholders, the dashboard for agents, all
 * policies for staff.
 */
export function getHomePath(viewer: 'agent' | 'insured' | 'internal'): string {
  if (viewer === 'insured') return paths.policyholderSelect()
  return viewer === 'agent' ? paths.dashboard() : paths.policies()
}

/** Returns the page for signing in again: the link request for policyholders, the log-in page for agents. */
export const getSignInPath = (accountType: 'agent' | 'policyholder' | undefined) =>
  accountType === 'policyholder' ? paths.policyholderGenerate() : paths.login()
