/** Every address of the portal is made here and shown in one snapshot (paths.test.ts). */

const query = (values: Record<string, string | undefined>) => {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** Flags in the hash that open something on the policy page (DOC-9); an open dialog can be linked to. */
export type PolicyFlag = 'signatureAgentModalOpen' | 'paymentModalOpen'

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
  /** The first page after an agent signs in. */
  dashboard: () => '/dashboard',
  /** What waits for an agency and those below it, whole. */
  actions: () => '/actions',

  policies: () => '/policies',
  statements: (of: { month?: string } = {}) => `/statements${query({ month: of.month })}`,
  statement: (statementId: string) => `/statements/${segment(statementId)}`,
  /** In the back office. */
  commissions: () => '/admin/commissions',
  policy: (policyNo: string, flag?: PolicyFlag) => `/policy/embed/${segment(policyNo)}${flag ? `#${flag}` : ''}`,
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
  /** Wizard step 4: signed when it was already paid; the screen of step 3 under its own address. */
  policyholderSigned: () => '/policyholder/documents/complete',
  /** Where an insured cancels. */
  policyholderCancel: () => '/policyholder/cancel-confirm',
  policyholderSelect: (tab?: 'flood' | 'earthquake') => `/policyholder/select${query({ tab })}`,
  policyholderPolicy: (policyNo: string, action?: 'sign' | 'pay') =>
    `/policyholder/policies/${segment(policyNo)}${action ? `/${action}` : ''}`,

  receipt: (policyNo: string, policyPaymentId: string) =>
    `/policy/embed/${segment(policyNo)}/receipt/${segment(policyPaymentId)}`,
  policyholderReceipt: (policyNo: string, policyPaymentId: string) =>
    `/policyholder/policies/${segment(policyNo)}/receipt/${segment(policyPaymentId)}`,
}

/** Where this viewer's own page of a policy is (POL-12). */
export const policyPathFor = (accountType: 'agent' | 'policyholder' | undefined, policyNo: string) =>
  accountType === 'policyholder' ? paths.policyholderPolicy(policyNo) : paths.policy(policyNo)

/** Where this viewer's page of a payment's receipt is. */
export const receiptPathFor = (accountType: 'agent' | 'policyholder' | undefined, policyNo: string, payment: string) =>
  accountType === 'policyholder' ? paths.policyholderReceipt(policyNo, payment) : paths.receipt(policyNo, payment)

/** The first page after logging in: policyholders see their policies, agents their dashboard, staff all policies. */
export function homePathFor(viewer: 'agent' | 'insured' | 'internal'): string {
  if (viewer === 'insured') return paths.policyholderSelect()
  return viewer === 'agent' ? paths.dashboard() : paths.policies()
}

/** Where somebody signs in again: policyholders ask for a link, agents log in. */
export const signInPathFor = (accountType: 'agent' | 'policyholder' | undefined) =>
  accountType === 'policyholder' ? paths.policyholderGenerate() : paths.login()
