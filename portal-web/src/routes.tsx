import { paths } from '@tideline/web-kit/paths.ts'
import { guard } from '@tideline/web-kit/session/guard.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { forStaff } from './agents/for-staff.ts'
import { Root, type RouteHandle } from './layout/Root.tsx'
import { agentAuthenticate, agentEntry, agentPolicyLogin, agentWizardEntry } from './links/agent-entry.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { screen } from './pages/screen.ts'
import { coveredPolicy } from './policyholder/covered-policy.ts'
import { validateLink } from './policyholder/deep-link.ts'
import { completeRegistration } from './registration/complete.ts'

const bare: RouteHandle = { bare: true }

const splash = screen(() => import('./pages/SplashPage.tsx'), 'SplashPage')
const login = screen(() => import('./login/LoginPage.tsx'), 'LoginPage')
const forgotPassword = screen(() => import('./login/ForgotPasswordPage.tsx'), 'ForgotPasswordPage')
const resetPassword = screen(() => import('./login/ResetPasswordPage.tsx'), 'ResetPasswordPage')
const profileLayout = screen(() => import('./agents/ProfileLayout.tsx'), 'ProfileLayout')
const profile = screen(() => import('./login/ProfilePage.tsx'), 'ProfilePage')
const widgets = screen(() => import('./widgets/WidgetsPage.tsx'), 'WidgetsPage')
const agentProfile = screen(() => import('./agents/AgentProfilePage.tsx'), 'AgentProfilePage')
const newAgent = screen(() => import('./agents/NewAgentPage.tsx'), 'NewAgentPage')
const dashboard = screen(() => import('./policies/DashboardPage.tsx'), 'DashboardPage')
const actions = screen(() => import('./policies/ActionsPage.tsx'), 'ActionsPage')
const registration = screen(() => import('./registration/RegistrationPage.tsx'), 'RegistrationPage')
const unauthorized = screen(() => import('./pages/UnauthorizedPage.tsx'), 'UnauthorizedPage')
const error = screen(() => import('./pages/ErrorPage.tsx'), 'ErrorPage')
const overloaded = screen(() => import('./pages/OverloadedPage.tsx'), 'OverloadedPage')
const bulkUpload = screen(() => import('./imports/BulkUploadPage.tsx'), 'BulkUploadPage')
const policies = screen(() => import('./policies/PoliciesPage.tsx'), 'PoliciesPage')
const statements = screen(() => import('./commissions/StatementsPage.tsx'), 'StatementsPage')
const statement = screen(() => import('./commissions/StatementPage.tsx'), 'StatementPage')
const policy = screen(() => import('./policy/PolicyRoute.tsx'), 'PolicyRoute')
const notificationMail = screen(() => import('./policy/NotificationMailPage.tsx'), 'NotificationMailRoute')
const policyBilling = screen(() => import('./policy/PolicyBillingPage.tsx'), 'PolicyBillingRoute')
const endorsement = screen(() => import('./endorsements/EndorsementPage.tsx'), 'EndorsementPage')
const receipt = screen(() => import('./payments/ReceiptPage.tsx'), 'ReceiptPage')
const agentWizard = screen(() => import('./links/AgentWizardPage.tsx'), 'AgentWizardPage')
const policyLinkCode = screen(() => import('./login/second-factor/LinkCodePage.tsx'), 'PolicyLinkCode')
const commissionsLinkCode = screen(() => import('./login/second-factor/LinkCodePage.tsx'), 'CommissionsLinkCode')
const generate = screen(() => import('./policyholder/GeneratePage.tsx'), 'GeneratePage')
const deepLink = screen(() => import('./policyholder/DeepLinkPage.tsx'), 'DeepLinkPage')
const welcome = screen(() => import('./policyholder/WelcomePage.tsx'), 'WelcomePage')
const cancelConfirm = screen(() => import('./policyholder/CancelConfirmPage.tsx'), 'CancelConfirmPage')
const testWizard = screen(() => import('./policyholder/TestPage.tsx'), 'TestPage')
const select = screen(() => import('./policyholder/SelectPage.tsx'), 'SelectPage')
const wizard = screen(() => import('./policyholder/PolicyholderWizardPage.tsx'), 'PolicyholderWizardPage')

/**
 * Returns the policy path of a legacy URL such as `/#/policy/embed/RFL3000101`, which is the same path in this portal.
 */
const getLegacyUrlPolicy = () => /^#(\/policy\/embed\/[A-Z]{3}3\d{6,9})$/.exec(window.location.hash)?.[1]

/** Allows agents with the financeadmin role and redirects all others to /unauthorized (ACC-2). */
async function withFinanceRole(args: LoaderFunctionArgs) {
  const answer = await guard()(args)
  if (!getRoles(readSession()).has('financeadmin')) throw redirect(paths.unauthorized())
  return answer
}

/** All routes of the portal, each with its access check (the loader) and its screen. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          { index: true, loader: () => redirect(getLegacyUrlPolicy() ?? paths.splash()) },
          { path: 'splash', handle: bare, lazy: splash },
          { path: 'login', lazy: login },
          { path: 'login/forgot', lazy: forgotPassword },
          { path: 'login/reset/:token', lazy: resetPassword },
          { path: 'unauthorized', lazy: unauthorized },
          { path: 'error', lazy: error },
          { path: 'overloaded', lazy: overloaded },

          { path: 'auth/agent', loader: agentEntry, Component: () => null },
          { path: 'agent/policylogin/:encryptedPayload?', loader: agentPolicyLogin, lazy: policyLinkCode },
          { path: 'agent/authenticate/:encryptedPayload?', loader: agentAuthenticate, lazy: commissionsLinkCode },
          { path: 'agent/policy/:policyNo/policy-wizard/:resourceId?', loader: agentWizardEntry, lazy: agentWizard },

          {
            path: 'profile',
            lazy: profileLayout,
            children: [
              { path: 'profile', loader: guard(), lazy: profile },
              { path: 'agents/:agentNo', loader: guard(), lazy: agentProfile },
              // Must come after its siblings, whose names it would treat as tokens.
              { path: ':token?', loader: guard(), lazy: profile },
            ],
          },
          { path: 'widgets/:agencyNo?', loader: guard(), lazy: widgets },
          { path: 'agents/new', loader: forStaff, lazy: newAgent },
          { path: 'agents/:parentId/new', loader: forStaff, lazy: newAgent },
          { path: 'agency/registration/completion', loader: completeRegistration, Component: () => null },
          { path: 'agency/registration/documents', loader: guard(), lazy: registration },
          { path: 'dashboard', loader: guard(), lazy: dashboard },
          { path: 'actions', loader: guard(), lazy: actions },
          { path: 'policies', loader: guard(), lazy: policies },
          { path: 'bulkUpload', loader: guard(), lazy: bulkUpload },
          { path: 'statements', loader: withFinanceRole, lazy: statements },
          { path: 'statements/:statementId', loader: withFinanceRole, lazy: statement },
          { path: 'endorsements/:quoteNumber', loader: guard(), lazy: endorsement },
          { path: 'policies/:policyNo', loader: ({ params }) => redirect(paths.policy(params.policyNo ?? '')) },
          { path: 'policy/embed/:policyNo/receipt/:policyPaymentId', loader: guard(), lazy: receipt },
          { path: 'policy/embed/:policyNo/claims/:claimId', loader: guard(), lazy: policy },
          // Must come before the token route, which would treat these names as tokens and redirect to log-in.
          { path: 'policy/embed/:policyNo/pay', loader: guard(), lazy: policy },
          { path: 'policy/embed/:policyNo/notifications', loader: guard(), lazy: policy },
          {
            path: 'policy/embed/:policyNo/notifications/emailNotifications/:id/:path/:version?',
            loader: guard(),
            lazy: notificationMail,
          },
          // The billing pages of one policy, inside the viewer's layout.
          { path: 'billing/policies/:policyNo', loader: guard(), lazy: policyBilling },
          { path: 'billing/policies/:policyNo/receipt/:policyPaymentId', loader: guard(), lazy: receipt },
          {
            path: 'billing/payments/:id/receipt/:policyNo/:policyPaymentId',
            loader: guard(),
            lazy: receipt,
          },
          { path: 'policy/embed/:policyNo/:token?', loader: guard(), lazy: policy },

          { path: 'policyholder', loader: () => redirect(paths.policyholderGenerate()) },
          { path: 'policyholder/generate', lazy: generate },
          { path: 'policyholder/new/:encryptedPayload?', loader: validateLink, lazy: deepLink },
          { path: 'policyholder/authenticate/:encryptedPayload?', loader: validateLink, lazy: deepLink },
          { path: 'policyholder/cancel/:encryptedPayload?', loader: validateLink, lazy: deepLink },
          { path: 'policyholder/cancel-confirm', loader: guard('policyholder'), lazy: cancelConfirm },
          { path: 'policyholder/welcome', loader: guard('policyholder'), lazy: welcome },
          {
            // One component for all steps, so that the wizard's machine continues when the URL changes.
            loader: guard('policyholder'),
            lazy: wizard,
            children: [
              { path: paths.policyholderDocuments(), element: null },
              { path: paths.policyholderSigned(), element: null },
              { path: paths.policyholderPayments(), element: null },
              { path: paths.policyholderComplete(), element: null },
            ],
          },
          { path: 'policyholder/test', loader: coveredPolicy, lazy: testWizard },
          { path: 'policyholder/select', loader: guard('policyholder'), lazy: select },
          { path: 'policyholder/policies', loader: () => redirect(paths.policyholderSelect()) },
          {
            path: 'policyholder/policies/:policyNo/receipt/:policyPaymentId',
            loader: guard('policyholder'),
            lazy: receipt,
          },
          { path: 'policyholder/policies/:policyNo/:action?', loader: guard('policyholder'), lazy: policy },

          { path: '404', Component: NotFoundPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]
