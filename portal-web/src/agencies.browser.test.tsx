import type { Action, AgencyRegistration } from '@tideline/sdk'
import {
  authorizeToken,
  createAgency,
  createAgentAccount,
  getAgencyDetail,
  getAgencyDocument,
  getAgencyRegistration,
  getAgentAccount,
  getProfile,
  listActions,
  listAgencyDocuments,
  listAgentAccounts,
  listPolicyTasks,
  login,
  saveAgencyRegistration,
  searchPolicies,
  sendAgencyRegistration,
  signAgencyRegistration,
  updateAgentAccount,
  uploadAgencyDocument,
} from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { getCurrentUrl, renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { routes } from './routes.tsx'

const { payload: known } = getExample(getProfile)
function signIn(roles: string) {
  const data = { ...known.data, Roles: roles }
  const session: Session = {
    ...{ accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent' },
    data: data as never,
  }
  writeSession(session)
}
const asAgent = () => signIn('')
const asStaff = () => signIn('internal')
const open = (address: string) => renderApp(routes, address)

const tasks = getExample(listPolicyTasks)
const noTasks = {
  ...tasks,
  payload: {
    ...{ resultCount: 0, isCapped: false, items: [], nextCursor: null },
    counts: { all: 0, overdue: 0, signature: 0, payment: 0, documents: 0, cancellation: 0, renewalHold: 0 },
  },
}

/** Opens the profile of agency 100100 as a user of the given agency. */
function openProfileAs(agentNo: string, roles = '') {
  signIn(roles)
  respondWith(getProfile, {
    ...getExample(getProfile),
    payload: { ...known, agent: { agentNo, isApproved: true, policyCount: 1 } },
  })
  return open('/profile/agents/100100')
}

describe('profile page', () => {
  it('shows the logged-in user at /profile and /profile/profile in the same layout [P070] [P124]', async () => {
    asAgent()
    for (const address of ['/profile/profile', '/profile']) {
      const screen = await open(address)
      await expect.element(screen.getByRole('heading', { name: 'User Profile' })).toBeVisible()
      await expect.element(screen.getByText(known.data.Email)).toBeVisible()
      await expect.element(screen.getByRole('navigation', { name: 'Profiles' })).toBeVisible()
      await screen.unmount()
    }
  })

  it('shows an agency, or an error when the agency cannot be loaded [P071] [P124]', async () => {
    asAgent()
    const { payload } = getExample(getAgencyDetail)
    const screen = await open('/profile/agents/100100')
    await expect.element(screen.getByRole('heading', { name: payload.agencyDetailInfo.company })).toBeVisible()
    await expect.element(screen.getByText('Agency Number')).toBeVisible()
    expect(new URL(getRequests(getAgencyDetail)[0]?.url ?? '').pathname).toMatch(/\/100100$/)
    expect(screen.getByRole('link', { name: 'New sub-agency' }).elements()).toEqual([])
    await screen.unmount()
    respondWithError(getAgencyDetail, 404, { message: 'Not found.' })
    const missing = await open('/profile/agents/999999')
    await expect.element(missing.getByText('The agency could not be loaded')).toBeVisible()
  })
})

describe('agency people section', () => {
  const list = getExample(listAgentAccounts)
  // This is not the current user, because users cannot deactivate their own account.
  const colleague = {
    AgentId: '7d1b8e62-0a35-4c1c-9b0e-0a0000100199',
    FirstName: 'Casey',
    LastName: 'Colleague',
    Email: 'casey@example.com',
  }
  const [person] = list.payload.slice(0, 1).map((one) => ({ ...one, ...colleague }))
  const name = `${person?.FirstName} ${person?.LastName}`
  beforeEach(() => respondWith(listAgentAccounts, { ...list, payload: person ? [...list.payload, person] : [] }))

  it('lets a finance administrator invite and deactivate agency users', async () => {
    const screen = await openProfileAs('100100', 'financeadmin')
    await screen.getByRole('button', { name: 'Invite' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect.element(dialog.getByText('Enter the first name')).toBeVisible()
    await dialog.getByLabelText('First name').fill('Rowan')
    await dialog.getByLabelText('Last name').fill('Pier')
    await dialog.getByLabelText('Email').fill('rowan.pier@example.com')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect.element(screen.getByText('The invitation was sent.').first()).toBeVisible()
    expect(await getRequests(createAgentAccount)[0]?.json()).toEqual({
      ...{ FirstName: 'Rowan', LastName: 'Pier', Email: 'rowan.pier@example.com' },
    })
    // The phone number has changed since the list was loaded.
    const account = getExample(getAgentAccount)
    respondWith(
      getAgentAccount,
      { ...account, payload: { ...account.payload, ...person, Phone: '8135550111' } },
      { ETag: '"loaded-version"' },
    )
    await screen.getByRole('button', { name: `Deactivate ${name}` }).click()
    await screen
      .getByRole('dialog', { name: `Deactivate ${name}?` })
      .getByRole('button', { name: 'Deactivate' })
      .click()
    await expect.poll(() => getRequests(updateAgentAccount)).toHaveLength(1)
    expect(await getRequests(updateAgentAccount)[0]?.json()).toMatchObject({ isActive: false, Phone: '8135550111' })
    expect(getRequests(updateAgentAccount)[0]?.headers.get('If-Match')).toBe('"loaded-version"')
  })

  it('hides the Deactivate button from agents without the financeadmin role', async () => {
    const screen = await openProfileAs('100100')
    await expect.element(screen.getByRole('button', { name: 'Invite' })).toBeVisible()
    await expect.element(screen.getByText(person?.Email ?? 'none')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Deactivate/ }).elements()).toEqual([])
  })

  it('is read-only for an agent of a parent agency', async () => {
    const screen = await openProfileAs('100999')
    await expect.element(screen.getByText(person?.Email ?? 'none')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Invite' }).elements()).toEqual([])
    expect(screen.getByRole('button', { name: /^Deactivate/ }).elements()).toEqual([])
  })
})

describe('agency documents section', () => {
  const listed = getExample(listAgencyDocuments)
  const [declarations, w9] = listed.payload
  const older = declarations && { ...declarations, documentName: 'eo-2025.pdf', createdAt: '2025-11-20T15:00:00Z' }

  it('lists documents, marks the version in force, and opens a document', async () => {
    respondWith(listAgencyDocuments, { ...listed, payload: [declarations, w9, older].flatMap((one) => one ?? []) })
    const screen = await openProfileAs('100100')
    const row = (...texts: string[]) =>
      texts.reduce((found, hasText) => found.filter({ hasText }), screen.getByRole('row'))
    await expect.element(row(declarations?.documentName ?? '', '2, in force')).toBeVisible()
    await expect.element(row('eo-2025.pdf')).toBeVisible()
    expect(row('eo-2025.pdf', 'in force').elements()).toEqual([])
    // The new tab must close after an error response.
    respondWithError(getAgencyDocument, 404, { message: 'Not found.' })
    await screen.getByRole('button', { name: /^w9\.pdf/ }).click()
    await expect.poll(() => getRequests(getAgencyDocument)).toHaveLength(1)
    expect(new URL(getRequests(getAgencyDocument)[0]?.url ?? '').searchParams.get('link')).toBe(w9?.link)
  })

  it('lets agency users add a document, but not a duplicate [P388]', async () => {
    const screen = await openProfileAs('100100')
    await screen.getByRole('button', { name: 'Add a document' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add a document' })
    await dialog.getByLabelText('Kind').selectOptions('W-9')
    const file = new File(['%PDF-1.7'], 'w9.pdf', { type: 'application/pdf' })
    // Selects the input inside the drop area because both have the same label.
    await dialog.getByRole('region', { name: 'The file' }).getByLabelText('The file').upload(file)
    respondWithError(uploadAgencyDocument, 409, {
      code: 'already_uploaded',
      message: 'The specified blob already exists.',
    })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Document has already been uploaded.')
    respondWith(uploadAgencyDocument, getExample(uploadAgencyDocument))
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect.element(screen.getByText('The document was uploaded.').first()).toBeVisible()
    expect(new URL(getRequests(uploadAgencyDocument).at(-1)?.url ?? '').pathname).toMatch(/\/100100\/documents\/2$/)
  })

  it('is read-only for an agent of a parent agency', async () => {
    const screen = await openProfileAs('100999')
    await expect.element(screen.getByRole('button', { name: /^w9\.pdf/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add a document' }).elements()).toEqual([])
  })
})

describe('new agency page', () => {
  it.each(['/agents/new', '/agents/100100/new'])(
    'opens %s for internal users and redirects agents to the profile page [P074] [P075] [P246]',
    async (address) => {
      asAgent()
      const screen = await open(address)
      await expect.poll(getCurrentUrl).toBe('/profile')
      await screen.unmount()
      asStaff()
      const own = await open(address)
      await expect.element(own.getByRole('heading', { name: /^New (sub-)?agency/ })).toBeVisible()
      expect(getCurrentUrl()).toBe(address)
    },
  )

  it('creates the agency under the parent in the URL and emails the registration link [P075]', async () => {
    asStaff()
    const screen = await open('/agents/100100/new')
    const create = screen.getByRole('button', { name: 'Create and send link' })
    await create.click()
    await expect.element(screen.getByText('Enter the name of the agency')).toBeVisible()
    await expect.element(screen.getByText('Enter the first name')).toBeVisible()
    expect(getRequests(createAgency)).toHaveLength(0)
    for (const [label, value] of [
      ['Company', 'Sandbar Coverage'],
      ['Street address', '7 Sandbar Demo Rd'],
      ['City', 'Tampa'],
      ['State', 'fl'],
      ['ZIP code', '33606'],
      ['Phone', '8135550177'],
      ['First name', 'Bay'],
      ['Last name', 'Water'],
      ['Email', 'bay.water@example.com'],
    ] as const)
      await screen.getByLabelText(label, { exact: true }).fill(value)
    // The first email is rejected. The retry must not create a second agency.
    respondWithError(sendAgencyRegistration, 409, {
      message: 'Email: an account with this email address already exists.',
    })
    await create.click()
    await expect.element(screen.getByText('Email: an account with this email address already exists.')).toBeVisible()
    respondWith(sendAgencyRegistration, getExample(sendAgencyRegistration))
    await create.click()
    await expect.poll(getCurrentUrl).toMatch(/^\/profile\/agents\/\d+$/)
    expect(getRequests(createAgency)).toHaveLength(1)
    expect(await getRequests(createAgency)[0]?.json()).toMatchObject({
      ...{ company: 'Sandbar Coverage', state: 'FL', parentAgencyNo: '100100' },
      contact: { firstName: 'Bay', lastName: 'Water', email: 'bay.water@example.com' },
    })
    expect(await getRequests(sendAgencyRegistration).at(-1)?.json()).toEqual({
      ...{ FirstName: 'Bay', LastName: 'Water', Email: 'bay.water@example.com' },
    })
  })
})

describe('agency registration', () => {
  const { payload: sent } = getExample(sendAgencyRegistration)
  const registrationWith = (more: Partial<AgencyRegistration>) => ({
    ...getExample(getAgencyRegistration),
    payload: { ...sent, missing: [], ...more },
  })

  it('opens from the email link, and redirects a used link to log-in [P072]', async () => {
    const token = 'sealed-token'
    const { payload, ...rest } = getExample(authorizeToken)
    respondWith(authorizeToken, { ...rest, payload: { ...payload, expiresAt: '2099-01-01T00:00:00.000Z' } })
    respondWith(getAgencyRegistration, registrationWith({}))
    const screen = await open(`/agency/registration/completion/?auth=${token}`)
    await expect.element(screen.getByRole('heading', { name: /^Registration of/ })).toBeVisible()
    expect(getCurrentUrl()).toBe('/agency/registration/documents')
    expect(new URL(getRequests(authorizeToken)[0]?.url ?? '').searchParams.get('token')).toBe(token)
    await screen.unmount()
    respondWithError(authorizeToken, 401, { message: 'Used.' })
    await open(`/agency/registration/completion/?auth=${token}`)
    await expect.poll(getCurrentUrl).toBe('/login?redirect=%2Fagency%2Fregistration%2Fdocuments')
  })

  it('resumes at the first page with missing data and ends with signing [P073]', async () => {
    asAgent()
    const gap = { step: 'bank' as const, field: 'bankName', message: 'Enter the bank name.' }
    respondWith(getAgencyRegistration, registrationWith({ missing: [gap] }))
    const screen = await open('/agency/registration/documents')
    await screen.getByRole('button', { name: 'Save and continue' }).click()
    await expect.element(screen.getByText('Enter the bank name')).toBeVisible()
    for (const [label, value] of [
      ['Bank name', 'Demo Bank'],
      ['Routing number', '110000000'],
      ['Account number', '000123456789'],
    ] as const)
      await screen.getByLabelText(label, { exact: true }).fill(value)
    respondWith(saveAgencyRegistration, getExample(saveAgencyRegistration))
    respondWith(getAgencyRegistration, registrationWith({}))
    await screen.getByRole('button', { name: 'Save and continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Agency agreement' })).toBeVisible()
    expect(await getRequests(saveAgencyRegistration)[0]?.json()).toEqual({
      ...{ bankName: 'Demo Bank', bankRoutingNo: '110000000', bankAccountNo: '000123456789' },
    })
    const sign = screen.getByRole('button', { name: 'Sign agreements' })
    await expect.element(sign).toHaveAttribute('aria-disabled', 'true')
    await screen.getByLabelText(sent.consent.checkboxLabel).click()
    await screen.getByLabelText('Use a text signature').click()
    const done = registrationWith({ isComplete: true, documents: getExample(signAgencyRegistration).payload.documents })
    respondWith(signAgencyRegistration, getExample(signAgencyRegistration))
    respondWith(getAgencyRegistration, done)
    await sign.click()
    await expect.element(screen.getByText('Thank you. Your agreements are signed.')).toBeVisible()
    const body = (await getRequests(signAgencyRegistration)[0]?.json()) as Record<string, unknown>
    expect(body).toMatchObject({ consented: true, consentVersion: sent.consent.version })
    expect(body.signedImage).toMatch(/^data:image\/png;base64,.{100}/)
  })
})

describe('agent dashboard', () => {
  it('opens after log-in with own policies, open signatures and unpaid policies [P123]', async () => {
    const { payload, ...rest } = getExample(login)
    respondWith(login, { ...rest, payload: { ...payload, expiresAt: '2099-01-01T00:00:00.000Z' } })
    const screen = await open('/login')
    await screen.getByLabelText('Email').fill('agent@example.com')
    await screen.getByLabelText('Password').fill('Tideline-Demo-1')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(getCurrentUrl).toBe('/dashboard')
    const tasks = screen.getByRole('region', { name: 'Open tasks' })
    await expect.element(tasks.getByRole('button', { name: /^To sign \d/ })).toBeVisible()
    await expect.element(tasks.getByRole('button', { name: /^To pay \d/ })).toBeVisible()
    await expect.element(tasks.getByRole('table', { name: 'Policies with open tasks' })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Your policies' }).getByText('RFL3000107')).toBeVisible()
    const queries = getRequests(searchPolicies).map(({ url }) => new URL(url).searchParams)
    expect(queries.map((query) => query.get('SearchScope'))).toEqual(['1'])
  })

  it('shows its title while it loads', async () => {
    asAgent()
    keepRequestsPending(getProfile)
    const screen = await open('/dashboard')
    await expect.element(screen.getByRole('status', { name: 'Loading the dashboard' })).toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  })

  it('shows empty states for an agency without policies', async () => {
    asAgent()
    const none = getExample(searchPolicies)
    respondWith(searchPolicies, { ...none, payload: { ...none.payload, resultCount: 0, policies: [] } })
    respondWith(listPolicyTasks, noTasks)
    const screen = await open('/dashboard')
    await expect.element(screen.getByText('You have no policies yet')).toBeVisible()
    await expect.element(screen.getByText('No open tasks')).toBeVisible()
  })

  it("redirects agents to registration while their agency's registration is incomplete", async () => {
    asAgent()
    const profile = getExample(getProfile)
    respondWith(getProfile, {
      ...profile,
      payload: { ...known, agent: { agentNo: '100120', isApproved: false, policyCount: 0 } },
    })
    await open('/dashboard')
    await expect.poll(getCurrentUrl).toBe('/agency/registration/documents')
  })
})

describe('action items page', () => {
  const actionItem = (kind: Action['kind'], count: number, id: string, detail: string): Action => ({
    ...{ kind, count, isCapped: false, deadline: null, amount: null },
    oldest: count === 0 ? [] : [{ id, title: id, detail, since: '2026-11-01', deadline: null, amount: null }],
  })
  const respondWithActions = (payload: Action[]) => respondWith(listActions, { ...getExample(listActions), payload })

  it.each([1280, 390])('lists open tasks, licenses and elevation certificates (%i px)', async (width) => {
    await page.viewport(width, 900)
    asAgent()
    respondWithActions([
      actionItem('signature', 3, 'RFL3000101', 'Marina Sample'),
      actionItem('licenses', 1, '100100', 'FL, L-4711'),
      actionItem('certificates', 0, '', ''),
    ])
    const screen = await open('/actions')
    await expect.element(screen.getByRole('table', { name: 'Policies with open tasks' })).toBeVisible()
    const licenses = screen.getByRole('region', { name: 'Licenses expiring within 60 days: 1' })
    await expect.element(licenses.getByText('until', { exact: false })).toBeVisible()
    for (const name of [/Policies awaiting signature/, /Elevation certificates/])
      expect(screen.getByRole('region', { name }).elements()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('shows an empty state when there are no open tasks', async () => {
    asAgent()
    respondWithActions([])
    respondWith(listPolicyTasks, noTasks)
    const screen = await open('/actions')
    await expect.element(screen.getByText('No open tasks')).toBeVisible()
  })

  it('shows an error with Retry for open tasks and for action items', async () => {
    asAgent()
    respondWithError(listActions, 404, { message: 'Not found.' })
    respondWithError(listPolicyTasks, 404, { message: 'Not found.' })
    const failed = await open('/actions')
    await expect.element(failed.getByText('Action items could not be loaded')).toBeVisible()
    await expect.element(failed.getByText('Open tasks could not be loaded')).toBeVisible()
    await expect.element(failed.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  })
})
