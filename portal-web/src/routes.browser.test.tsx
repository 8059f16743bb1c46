import type { PolicyConfirmation } from '@tideline/sdk'
import {
  authorizeToken,
  getConfirmation,
  getPolicyEmail,
  getPolicyTransactions,
  getPublicSettings,
  listClaims,
  listOwnPolicies,
  listPaymentMethods,
  loginPolicyholder,
  searchPolicies,
  validateDeepLink,
} from '@tideline/sdk/operations'
import { getProductName } from '@tideline/sdk/words'
import { readSession, type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample, type ResponseOf } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError, waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { getCurrentUrl, goBack, renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { routes } from './routes.tsx'

const signIn = (accountType: Session['accountType'], more: Partial<Session> = {}) =>
  writeSession({
    ...more,
    ...{ accountType, token: 'token', expiresAt: '2099-01-01T00:00:00.000Z' },
    user: accountType === 'agent' ? 'agent' : 'insured',
  })
const linkToken = (lifeMs: number) => encodeURIComponent(btoa(`sealed.TD${Date.now() + lifeMs}`))
const open = (address: string) => renderApp(routes, address)

describe('portal router', () => {
  it('opens /login without a session [P250]', async () => {
    const screen = await open('/login')
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(getCurrentUrl()).toBe('/login')
  })

  it('redirects agent pages to log-in if there is no session, and keeps the requested URL [P257]', async () => {
    await open('/policies?page=2')
    await expect.poll(getCurrentUrl).toBe('/login?redirect=%2Fpolicies%3Fpage%3D2')
  })

  it.each([
    ['without an audience', 'policyholder', '/policies', '/unauthorized'],
    ['for agents', 'agent', '/policies', '/policies'],
    ['for policyholders', 'agent', '/policyholder/welcome', '/policyholder/generate'],
  ] as const)('checks access to a route %s: %s at %s ends at %s [D003]', async (_, accountType, address, left) => {
    signIn(accountType)
    await open(address)
    await expect.poll(getCurrentUrl).toBe(left)
  })

  it.each([
    ['FinanceAdmin in any capitalization', 'FinanceAdmin', '/statements'],
    ['other roles', 'readonly,commissionAdmin', '/unauthorized'],
  ])('opens commission statements only for the finance role: %s', async (_, Roles, address) => {
    signIn('agent', { data: { Roles } as NonNullable<Session['data']> })
    const screen = await open('/statements')
    await expect.poll(getCurrentUrl).toBe(address)
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await waitForPaint()
    const link = screen.getByRole('link', { name: 'Statements', exact: true })
    if (address === '/statements') await expect.element(link).toBeVisible()
    else await expect.element(link).not.toBeInTheDocument()
  })

  it('redirects an expired token to log-in and keeps the requested URL [P200]', async () => {
    signIn('agent')
    await open(`/policies?token=${linkToken(-1)}&page=2`)
    await expect.poll(getCurrentUrl).toBe('/login?redirect=%2Fpolicies%3Fpage%3D2')
    expect(getRequests(authorizeToken)).toHaveLength(0)
  })

  it('redirects an invalid token to log-in [P254]', async () => {
    await open('/policies?token=nonsense')
    await expect.poll(getCurrentUrl).toBe('/login')
    expect(getRequests(authorizeToken)).toHaveLength(0)
  })

  it.each([
    ['a query with other parameters', 'P253', (token: string) => `/policies?token=${token}&page=2`, '/policies?page=2'],
    [
      'the path of a policy page',
      'P067',
      (token: string) => `/policy/embed/RFL3000101/${token}`,
      '/policy/embed/RFL3000101',
    ],
    ['the path of the profile page', 'P069', (token: string) => `/profile/${token}`, '/profile'],
  ] as const)(
    'logs in with a token in %s and removes the token from the URL [P252] [%s]',
    async (_, _id, address, left) => {
      const token = linkToken(60_000)
      const { payload, ...rest } = getExample(authorizeToken)
      respondWith(authorizeToken, { ...rest, payload: { ...payload, expiresAt: '2099-01-01T00:00:00.000Z' } })
      await open(address(token))
      await expect.poll(getCurrentUrl).toBe(left)
      expect(new URL(getRequests(authorizeToken)[0]?.url ?? '').searchParams.get('token')).toBe(
        decodeURIComponent(token),
      )
      expect(readSession()?.data?.AgentId).toBe(getExample(authorizeToken).payload.AgentId)
      // The entry with the token was replaced in the history, so Back does not return to it.
      await goBack()
      expect(getCurrentUrl()).toBe(left)
    },
  )

  it('shows the policy page with the header at /policies/{policyNo} [D022] [P060]', async () => {
    signIn('agent')
    const screen = await open('/policies/RFL3000101')
    await expect.poll(getCurrentUrl).toBe('/policy/embed/RFL3000101')
    await expect.element(screen.getByRole('heading', { name: 'RFL3000101' })).toBeVisible()
    await expect.element(screen.getByRole('banner')).toBeVisible()
  })

  it.each([
    ['', ''],
    // The wizard opens, and the action is removed from the URL.
    ['/sign', ''],
    ['/pay', ''],
    ['/cancel', '/cancel'],
    ['/documents', '/documents'],
  ])(
    "opens the policyholder's policy page at /policyholder/policies/{policyNo}%s [D023] [P100]",
    async (action, left) => {
      signIn('policyholder')
      const screen = await open(`/policyholder/policies/RFL3000101${action}`)
      await expect.element(screen.getByRole('heading', { name: 'RFL3000101' })).toBeVisible()
      await expect.poll(getCurrentUrl).toBe(`/policyholder/policies/RFL3000101${left}`)
    },
  )

  it.each([
    ['agent', '/policy/embed/RFL3000101', 'P063'],
    ['policyholder', '/policyholder/policies/RFL3000101', 'D025'],
  ] as const)('shows a receipt to the viewer %s at a URL under %s [D025] [%s]', async (accountType, policy, _id) => {
    signIn(accountType)
    const screen = await open(`${policy}/receipt/5b0c9f1e-6f0a-4c59-9a55-300010200001`)
    await expect.element(screen.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await expect.element(screen.getByText('Balance Due')).toBeVisible()
    expect(getCurrentUrl()).toBe(`${policy}/receipt/5b0c9f1e-6f0a-4c59-9a55-300010200001`)
  })
})

describe('embedded viewer', () => {
  const payment = '5b0c9f1e-6f0a-4c59-9a55-300010200001'

  it.each([
    [`/billing/payments/${payment}/receipt/RFL3000101/${payment}`, 'P064'],
    [`/billing/policies/RFL3000101/receipt/${payment}`, 'P065'],
  ])('shows the receipt at %s inside the layout with the header [%s]', async (address) => {
    signIn('agent')
    const screen = await open(address)
    await expect.element(screen.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await expect.element(screen.getByText('Balance Due')).toBeVisible()
    await expect.element(screen.getByRole('banner')).toBeVisible()
    expect(getCurrentUrl()).toBe(address)
  })

  it.each([
    ['/1', '1'],
    ['', null],
  ])('shows an email notification whose URL ends with version %j [P066]', async (end, version) => {
    signIn('agent')
    const mail = getExample(getPolicyEmail).payload
    const address = `/policy/embed/RFL3000102/notifications/emailNotifications/${mail.id}/${mail.template}${end}`
    const screen = await open(address)
    await expect.element(screen.getByRole('heading', { name: mail.subject })).toBeVisible()
    expect(getCurrentUrl()).toBe(address)
    expect(new URL(getRequests(getPolicyEmail)[0]?.url ?? '').searchParams.get('version')).toBe(version)
  })

  it('shows the billing of a policy to an agent [P058]', async () => {
    signIn('agent')
    const screen = await open('/billing/policies/RFL3000101')
    await expect.element(screen.getByRole('heading', { name: 'Billing of RFL3000101' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible()
  })
})

describe("policyholder's policy list", () => {
  const withPolicies = (payload: ResponseOf<typeof listOwnPolicies>['payload']) =>
    respondWith(listOwnPolicies, { ...getExample(listOwnPolicies), payload })

  it('is shown if there are any policies [P096]', async () => {
    signIn('policyholder')
    const screen = await open('/policyholder/select')
    await expect.element(screen.getByRole('heading', { name: 'Your policies' })).toBeVisible()
    expect(getCurrentUrl()).toBe('/policyholder/select')
  })

  it('redirects to the saved link or the link request if the list is empty [P096]', async () => {
    withPolicies([])
    const deepLink = decodeURIComponent(linkToken(60_000))
    signIn('policyholder', { deepLink })
    await open('/policyholder/select')
    await expect.poll(getCurrentUrl).toBe(`/policyholder/authenticate/${encodeURIComponent(deepLink)}`)
    signIn('policyholder')
    await open('/policyholder/select')
    await expect.poll(getCurrentUrl).toBe('/policyholder/generate')
  })
})

describe("agent's policies", () => {
  it.each([
    ['flood', 1],
    ['excess flood', 6],
    ['parametric earthquake', 4],
  ] as const)('can be found and opened: %s [P001]', async (_, productId) => {
    signIn('agent')
    const { payload, ...rest } = getExample(searchPolicies)
    const [first] = payload.policies
    if (!first) throw new Error('The contract shows no policy that is found.')
    respondWith(searchPolicies, {
      ...rest,
      payload: { ...payload, policies: [{ ...first, productId, policyNo: 'RFL3000101' }], resultCount: 1 },
    })
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ productId })))
    const screen = await open('/policies')
    await screen.getByRole('link', { name: 'RFL3000101' }).click()
    await expect.element(screen.getByRole('heading', { name: 'RFL3000101' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })

  it('are listed with number, type, insured, address, inception, premium, and status [D102]', async () => {
    signIn('agent')
    const screen = await open('/policies')
    const table = screen.getByRole('table', { name: 'Policies' })
    await expect.element(table).toBeVisible()
    const headers = table.getByRole('columnheader').elements()
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      ...['Policy', 'Insured', 'Address', 'Inception', 'Premium', 'Status'],
    ])
    const [first] = getExample(searchPolicies).payload.policies
    await expect.element(table.getByRole('link', { name: first?.policyNo ?? '' })).toBeVisible()
    await expect.element(table.getByText(getProductName(first?.productId ?? 1), { exact: true })).toBeVisible()
    await screen.getByLabelText('Policy, name or address').fill('Sample')
    await screen.getByRole('button', { name: 'Search policies' }).click()
    await expect.poll(() => getRequests(searchPolicies).some(({ url }) => url.includes('search=Sample'))).toBe(true)
  })

  it('can be searched from any page with the slash key', async () => {
    signIn('agent')
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'agent' })))
    const screen = await open('/policy/embed/RFL3000101')
    await expect.element(screen.getByRole('heading', { name: 'RFL3000101' })).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(screen.getByLabelText('Policy, name or address')).toHaveFocus()
    expect(getCurrentUrl()).toBe('/policies')
  })

  it('can be opened at a claim URL without treating the claim id as a token [P068]', async () => {
    signIn('agent')
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'agent' })))
    const [claim] = getExample(listClaims).payload.items
    const screen = await open(`/policy/embed/RFL3000101/claims/${claim?.id}`)
    await expect.element(screen.getByRole('dialog', { name: `Claim ${claim?.claimNumber}` })).toBeVisible()
    expect(getCurrentUrl()).toBe(`/policy/embed/RFL3000101/claims/${claim?.id}`)
    expect(getRequests(authorizeToken)).toHaveLength(0)
  })
})

describe('policy that fails to load', () => {
  it.each([
    ['the policy itself', 'P365', getConfirmation],
    ['its transactions', 'P364', getPolicyTransactions],
    ['its default payment method', 'D390', listPaymentMethods],
  ] as const)(
    'redirects to the error page with the error and the policy number: %s [%s]',
    async (_, _id, operation) => {
      respondWithError(operation, 409, { message: 'It is being changed.' })
      signIn('agent')
      const screen = await open('/policy/embed/RFL3000101')
      await expect.element(screen.getByText('Hmm... we had an issue loading policy RFL3000101')).toBeVisible()
      await expect.element(screen.getByText('It is being changed. (409)')).toBeVisible()
      expect(getCurrentUrl()).toMatch(/^\/error\?/)
      const again = screen.getByRole('link', { name: 'Try Again' })
      await expect.element(again).toHaveAttribute('href', '/policy/embed/RFL3000101')
    },
  )
})

describe('viewer of a policy page', () => {
  it('depends on the account and not on the URL [D002]', async () => {
    signIn('policyholder')
    await open('/policy/embed/RFL3000101')
    await expect.poll(getCurrentUrl).toBe('/unauthorized')
    signIn('agent')
    await open('/policyholder/policies/RFL3000101')
    await expect.poll(() => getCurrentUrl()?.replace(/\?.*/, '')).toBe('/policyholder/generate')
  })

  it.each([
    ['agent', 'View Timeline', 'Sign & Pay'],
    ['internal', 'View Timeline', 'Pay'],
  ] as const)('is determined by the server even if the URL is the same: %s [D002]', async (by, button, task) => {
    signIn('agent')
    const isSigned: PolicyConfirmation['isSigned'] = [
      { party: 1, isSigned: false, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ]
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by, isSigned })))
    const screen = await open('/policy/embed/RFL3000101')
    await expect.element(screen.getByRole('button', { name: button })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: task, exact: true })).toBeVisible()
  })
})

describe('policy page theme', () => {
  it.each([
    [1, true, 'neptune', 'P015'],
    [2, true, 'commercial', 'P015'],
    [6, true, 'commercial', 'P015'],
    [4, true, 'earthquake', 'P016, D014'],
    [5, true, 'earthquake', 'P016, D014'],
    [4, false, 'commercial', 'P016'],
    [5, false, 'commercial', 'P016'],
  ] as const)('depends on product %i and Jumpstart %s: %s [%s]', async (productId, jumpstart, theme, _ids) => {
    signIn('agent')
    const settings = getExample(getPublicSettings)
    const features = { ...settings.payload.features, jumpstart }
    respondWith(getPublicSettings, { ...settings, payload: { ...settings.payload, features } })
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ productId })))
    const screen = await open('/policy/embed/RFL3000101')
    await expect.element(screen.getByRole('heading', { name: 'RFL3000101' })).toBeVisible()
    await expect.poll(() => document.documentElement.dataset.theme).toBe(theme)
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent')
    // A color is orange if it has more red than green, and more green than blue.
    const [red = 0, green = 0, blue = 0] = (accent.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
    expect(red > green && green > blue).toBe(theme === 'earthquake')
  })
})

describe('policyholder log-in at /policyholder/new', () => {
  const isSigned = (insured: boolean): PolicyConfirmation['isSigned'] => [
    { party: 1, isSigned: true, requiresSignatures: true },
    { party: 2, isSigned: insured, requiresSignatures: true },
  ]
  it.each([
    [true, true, '/policyholder/select'],
    [true, false, '/policyholder/welcome'],
    [false, true, '/policyholder/welcome'],
    [false, false, '/policyholder/welcome'],
  ])('redirects with signed %s and paid %s to the page %s [P084]', async (signed, isPaid, address) => {
    localStorage.removeItem('destination')
    respondWith(validateDeepLink, getExample(validateDeepLink))
    const { payload, ...rest } = getExample(loginPolicyholder)
    const policy = { ...payload.policy, isSigned: isSigned(signed), isPaid }
    respondWith(loginPolicyholder, { ...rest, payload: { ...payload, policy } })
    const screen = await open(`/policyholder/new/${linkToken(60_000)}`)
    await screen.getByLabelText('Phone Number').fill('8135550142')
    await screen.getByLabelText('ZIP code').fill('33606')
    await screen.getByRole('button', { name: 'Open my policy' }).click()
    await expect.poll(() => getCurrentUrl()?.replace(/\?.*/, '')).toBe(address)
  })

  it('opens the payment step directly from an invoice link [EML-5]', async () => {
    localStorage.removeItem('destination')
    respondWith(validateDeepLink, getExample(validateDeepLink))
    const { payload, ...rest } = getExample(loginPolicyholder)
    respondWith(loginPolicyholder, { ...rest, payload: { ...payload, policy: { ...payload.policy, isPaid: false } } })
    const screen = await open(`/policyholder/pay/${linkToken(60_000)}`)
    await screen.getByLabelText('Phone Number').fill('8135550142')
    await screen.getByLabelText('ZIP code').fill('33606')
    await screen.getByRole('button', { name: 'Open my policy' }).click()
    await expect.poll(getCurrentUrl).toBe(`/policyholder/policies/${payload.policy.policyNo}`)
    // The path ends with /pay first, which opens the wizard over the policy.
    await expect.element(screen.getByRole('dialog')).toBeVisible()
  })
})
