import { paths } from '@tideline/web-kit/paths.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { createRouteGuard } from '@tideline/web-kit/session/route-guard.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { requireInternalUser } from './agents/require-internal-user.ts'
import { RootLayout, type RouteHandle } from './layout/RootLayout.tsx'
import {
  handleAgentCommissionsLogin,
  handleAgentPolicyLogin,
  handleAgentSignIn,
  handleAgentWizardEntry,
} from './links/agent-sign-in.ts'
import { lazyScreen } from './pages/lazy-screen.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { RouteErrorPage } from './pages/RouteErrorPage.tsx'
import { loadDeepLink } from './policyholder/deep-link.ts'
import { loadTestPolicy } from './policyholder/load-test-policy.ts'
import { completeRegistration } from './registration/complete-registration.ts'

const bare: RouteHandle = { isFullWindow: true }

const splash = lazyScreen(() => import('./pages/SplashPage.tsx'), 'SplashPage')
const login = lazyScreen(() => import('./login/LoginPage.tsx'), 'LoginPage')
const forgotPassword = lazyScreen(() => import('./login/ForgotPasswordPage.tsx'), 'ForgotPasswordPage')
const resetPassword = lazyScreen(() => import('./login/ResetPasswordPage.tsx'), 'ResetPasswordPage')
const profileLayout = lazyScreen(() => import('./agents/ProfileLayout.tsx'), 'ProfileLayout')
const profile = lazyScreen(() => import('./login/ProfilePage.tsx'), 'ProfilePage')
const widgets = lazyScreen(() => import('./widgets/WidgetsPage.tsx'), 'WidgetsPage')
const agentProfile = lazyScreen(() => import('./agents/AgentProfilePage.tsx'), 'AgentProfilePage')
const newAgent = lazyScreen(() => import('./agents/NewAgentPage.tsx'), 'NewAgentPage')
const dashboard = lazyScreen(() => import('./policies/DashboardPage.tsx'), 'DashboardPage')
const actions = lazyScreen(() => import('./policies/ActionItemsPage.tsx'), 'ActionItemsPage')
const registration = lazyScreen(() => import('./registration/RegistrationPage.tsx'), 'RegistrationPage')
const unauthorized = lazyScreen(() => import('./pages/UnauthorizedPage.tsx'), 'UnauthorizedPage')
const proofOfInsurance = lazyScreen(() => import('./proof-links/ProofPage.tsx'), 'ProofPage')
const error = lazyScreen(() => import('./pages/ErrorPage.tsx'), 'ErrorPage')
const overloaded = lazyScreen(() => import('./pages/ServerBusyPage.tsx'), 'ServerBusyPage')
const bulkUpload = lazyScreen(() => import('./imports/BulkUploadPage.tsx'), 'BulkUploadPage')
const policies = lazyScreen(() => import('./policies/PoliciesPage.tsx'), 'PoliciesPage')
const statements = lazyScreen(() => import('./commissions/StatementsPage.tsx'), 'StatementsPage')
const statement = lazyScreen(() => import('./commissions/StatementPage.tsx'), 'StatementPage')
const policy = lazyScreen(() => import('./policy/PolicyRoute.tsx'), 'PolicyRoute')
const notificationEmail = lazyScreen(() => import('./policy/NotificationEmailPage.tsx'), 'NotificationEmailRoute')
const policyBilling = lazyScreen(() => import('./policy/PolicyBillingPage.tsx'), 'PolicyBillingRoute')
const endorsement = lazyScreen(() => import('./endorsements/EndorsementPage.tsx'), 'EndorsementPage')
const receipt = lazyScreen(() => import('./payments/ReceiptPage.tsx'), 'ReceiptPage')
const agentWizard = lazyScreen(() => import('./links/AgentWizardPage.tsx'), 'AgentWizardPage')
const policyLinkCode = lazyScreen(() => import('./login/two-factor/LinkTwoFactorPage.tsx'), 'PolicyTwoFactorPage')
const commissionsLinkCode = lazyScreen(
  () => import('./login/two-factor/LinkTwoFactorPage.tsx'),
  'CommissionsTwoFactorPage',
)
const generate = lazyScreen(() => import('./policyholder/LinkRequestPage.tsx'), 'LinkRequestPage')
const deepLink = lazyScreen(() => import('./policyholder/DeepLinkPage.tsx'), 'DeepLinkPage')
const welcome = lazyScreen(() => import('./policyholder/WelcomePage.tsx'), 'WelcomePage')
const cancelConfirm = lazyScreen(
  () => import('./policyholder/PolicyholderCancellationPage.tsx'),
  'PolicyholderCancellationPage',
)
const testWizard = lazyScreen(() => import('./policyholder/TestWizardPage.tsx'), 'TestWizardPage')
const select = lazyScreen(() => import('./policyholder/PolicySelectionPage.tsx'), 'PolicySelectionPage')
const allDocuments = lazyScreen(() => import('./policyholder/AllDocumentsPage.tsx'), 'AllDocumentsPage')
const reportClaim = lazyScreen(() => import('./own-claims/ReportClaimPage.tsx'), 'ReportClaimPage')
const ownClaim = lazyScreen(() => import('./own-claims/OwnClaimPage.tsx'), 'OwnClaimPage')
const requestMortgageeChange = lazyScreen(
  () => import('./mortgagee-changes/RequestMortgageeChangePage.tsx'),
  'RequestMortgageeChangePage',
)
const wizard = lazyScreen(() => import('./policyholder/PolicyholderWizardPage.tsx'), 'PolicyholderWizardPage')

/**
 * Returns the policy path from a legacy URL such as `/#/policy/embed/RFL3000101`. This portal uses the same path
 * without the hash.
 */
const getLegacyUrlPolicy = () => /^#(\/policy\/embed\/[A-Z]{3}3\d{6,9})$/.exec(window.location.hash)?.[1]

/** Allows only agents with the financeadmin role. Redirects other users to /unauthorized (ACC-2). */
async function withFinanceRole(args: LoaderFunctionArgs) {
  const result = await createRouteGuard()(args)
  if (!getRoles(readSession()).has('financeadmin')) throw redirect(paths.unauthorized())
  return result
}

/** Routes of the portal. Each route has a loader that checks access, and a screen. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    ErrorBoundary: RouteErrorPage,
    children: [
      {
        ErrorBoundary: RouteErrorPage,
        children: [
          { index: true, loader: () => redirect(getLegacyUrlPolicy() ?? paths.splash()) },
          { path: 'splash', handle: bare, lazy: splash },
          { path: 'login', lazy: login },
          { path: 'login/forgot', lazy: forgotPassword },
          { path: 'login/reset/:token', lazy: resetPassword },
          { path: 'unauthorized', lazy: unauthorized },
          { path: 'proof-of-insurance', lazy: proofOfInsurance },
          { path: 'error', lazy: error },
          { path: 'overloaded', lazy: overloaded },

          { path: 'auth/agent', loader: handleAgentSignIn, Component: () => null },
          { path: 'agent/policylogin/:encryptedPayload?', loader: handleAgentPolicyLogin, lazy: policyLinkCode },
          {
            path: 'agent/authenticate/:encryptedPayload?',
            loader: handleAgentCommissionsLogin,
            lazy: commissionsLinkCode,
          },
          {
            path: 'agent/policy/:policyNo/policy-wizard/:resourceId?',
            loader: handleAgentWizardEntry,
            lazy: agentWizard,
          },

          {
            path: 'profile',
            lazy: profileLayout,
            children: [
              { path: 'profile', loader: createRouteGuard(), lazy: profile },
              { path: 'agents/:agentNo', loader: createRouteGuard(), lazy: agentProfile },
              // Must come after its sibling routes, because `:token?` would match their names.
              { path: ':token?', loader: createRouteGuard(), lazy: profile },
            ],
          },
          { path: 'widgets/:agencyNo?', loader: createRouteGuard(), lazy: widgets },
          { path: 'agents/new', loader: requireInternalUser, lazy: newAgent },
          { path: 'agents/:parentId/new', loader: requireInternalUser, lazy: newAgent },
          { path: 'agency/registration/completion', loader: completeRegistration, Component: () => null },
          { path: 'agency/registration/documents', loader: createRouteGuard(), lazy: registration },
          { path: 'dashboard', loader: createRouteGuard(), lazy: dashboard },
          { path: 'actions', loader: createRouteGuard(), lazy: actions },
          { path: 'policies', loader: createRouteGuard(), lazy: policies },
          { path: 'bulkUpload', loader: createRouteGuard(), lazy: bulkUpload },
          { path: 'statements', loader: withFinanceRole, lazy: statements },
          { path: 'statements/:statementId', loader: withFinanceRole, lazy: statement },
          { path: 'endorsements/:quoteNumber', loader: createRouteGuard(), lazy: endorsement },
          { path: 'policies/:policyNo', loader: ({ params }) => redirect(paths.policy(params.policyNo ?? '')) },
          { path: 'policy/embed/:policyNo/receipt/:policyPaymentId', loader: createRouteGuard(), lazy: receipt },
          { path: 'policy/embed/:policyNo/claims/:claimId', loader: createRouteGuard(), lazy: policy },
          // Must come before the token route, which would match these paths and redirect to log-in.
          { path: 'policy/embed/:policyNo/pay', loader: createRouteGuard(), lazy: policy },
          { path: 'policy/embed/:policyNo/notifications', loader: createRouteGuard(), lazy: policy },
          {
            path: 'policy/embed/:policyNo/notifications/emailNotifications/:id/:path/:version?',
            loader: createRouteGuard(),
            lazy: notificationEmail,
          },
          // Billing page of one policy, inside the viewer's layout.
          { path: 'billing/policies/:policyNo', loader: createRouteGuard(), lazy: policyBilling },
          { path: 'billing/policies/:policyNo/receipt/:policyPaymentId', loader: createRouteGuard(), lazy: receipt },
          {
            path: 'billing/payments/:id/receipt/:policyNo/:policyPaymentId',
            loader: createRouteGuard(),
            lazy: receipt,
          },
          { path: 'policy/embed/:policyNo/:token?', loader: createRouteGuard(), lazy: policy },

          { path: 'policyholder', loader: () => redirect(paths.policyholderGenerate()) },
          { path: 'policyholder/generate', lazy: generate },
          { path: 'policyholder/new/:encryptedPayload?', loader: loadDeepLink, lazy: deepLink },
          { path: 'policyholder/authenticate/:encryptedPayload?', loader: loadDeepLink, lazy: deepLink },
          { path: 'policyholder/cancel/:encryptedPayload?', loader: loadDeepLink, lazy: deepLink },
          { path: 'policyholder/pay/:encryptedPayload?', loader: loadDeepLink, lazy: deepLink },
          { path: 'policyholder/cancel-confirm', loader: createRouteGuard('policyholder'), lazy: cancelConfirm },
          { path: 'policyholder/welcome', loader: createRouteGuard('policyholder'), lazy: welcome },
          {
            // All steps share one component, so that the state machine keeps running when the URL changes.
            loader: createRouteGuard('policyholder'),
            lazy: wizard,
            children: [
              { path: paths.policyholderDocuments(), element: null },
              { path: paths.policyholderSigned(), element: null },
              { path: paths.policyholderPayments(), element: null },
              { path: paths.policyholderComplete(), element: null },
            ],
          },
          { path: 'policyholder/test', loader: loadTestPolicy, lazy: testWizard },
          { path: 'policyholder/select', loader: createRouteGuard('policyholder'), lazy: select },
          { path: 'policyholder/all-documents', loader: createRouteGuard('policyholder'), lazy: allDocuments },
          { path: 'policyholder/policies', loader: () => redirect(paths.policyholderSelect()) },
          {
            path: 'policyholder/policies/:policyNo/receipt/:policyPaymentId',
            loader: createRouteGuard('policyholder'),
            lazy: receipt,
          },
          {
            path: 'policyholder/policies/:policyNo/report-claim',
            loader: createRouteGuard('policyholder'),
            lazy: reportClaim,
          },
          {
            path: 'policyholder/policies/:policyNo/mortgagee-change',
            loader: createRouteGuard('policyholder'),
            lazy: requestMortgageeChange,
          },
          {
            path: 'policyholder/policies/:policyNo/claims/:claimId',
            loader: createRouteGuard('policyholder'),
            lazy: ownClaim,
          },
          { path: 'policyholder/policies/:policyNo/:action?', loader: createRouteGuard('policyholder'), lazy: policy },

          { path: '404', Component: NotFoundPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]
