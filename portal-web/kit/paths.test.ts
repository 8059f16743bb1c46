import { expect, it } from 'vitest'
import { getPolicyPath, getSignInPath, paths } from './paths.ts'

it('returns the portal URLs recorded in the snapshot', () => {
  const policyNo = 'RFL3000101'
  expect({
    splash: paths.splash(),
    login: paths.login(),
    claim: paths.claim('RFL3000101', 'c1a10000-0000-4000-8000-000000000001'),
    forgotPassword: paths.forgotPassword(),
    loginRedirect: paths.login({ redirect: '/policies?page=2' }),
    notFound: paths.notFound(),
    unauthorized: paths.unauthorized(),
    error: paths.error({ error: 'It broke', policyNo }),
    overloaded: paths.overloaded({ from: '/policies' }),
    profile: paths.profile(),
    agencyProfile: paths.agencyProfile('100100'),
    widgets: paths.widgets('100100'),
    newAgent: paths.newAgent(),
    newSubAgent: paths.newAgent('100100'),
    registration: paths.registration(),
    dashboard: paths.dashboard(),
    actions: paths.actions(),
    backOffice: paths.backOffice(),
    policies: paths.policies(),
    statements: paths.statements({ month: '2026-10' }),
    statement: paths.statement('00000020-0000-4000-8001-000000000001'),
    policy: paths.policy(policyNo),
    policySign: paths.policy(policyNo, 'signatureAgentModalOpen'),
    agentWizard: paths.agentWizard(policyNo),
    generate: paths.policyholderGenerate(),
    generateResidential: paths.policyholderGenerate({ residential: true }),
    generateAfterUsedLink: paths.policyholderGenerate({ residential: true, used: true }),
    authenticate: paths.policyholderAuthenticate('YWJj/=='),
    reportClaim: paths.policyholderReportClaim(policyNo),
    requestMortgageeChange: paths.policyholderRequestMortgageeChange(policyNo),
    ownClaim: paths.policyholderClaim(policyNo, 'c1a10000-0000-4000-8000-000000000001'),
    welcome: paths.policyholderWelcome(),
    documents: paths.policyholderDocuments(),
    payments: paths.policyholderPayments(),
    complete: paths.policyholderComplete(),
    signed: paths.policyholderSigned(),
    select: paths.policyholderSelect(),
    selectEarthquake: paths.policyholderSelect('earthquake'),
    policyholderPolicy: paths.policyholderPolicy(policyNo),
    policyholderPay: paths.policyholderPolicy(policyNo, 'pay'),
    receipt: paths.receipt(policyNo, 'p1'),
    policyholderReceipt: paths.policyholderReceipt(policyNo, 'p1'),
  }).toMatchSnapshot()
})

it('returns a different policy path for policyholders and agents', () => {
  expect(getPolicyPath('policyholder', 'RFL3000101')).toBe('/policyholder/policies/RFL3000101')
  expect(getPolicyPath('agent', 'RFL3000101')).toBe('/policy/embed/RFL3000101')
})

it('returns the sign-in path: the link request for policyholders, the log-in page for agents', () => {
  expect(getSignInPath('policyholder')).toBe('/policyholder/generate')
  expect(getSignInPath('agent')).toBe('/login')
})
