import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getSentBodies, recordCalls } from '../support/record-requests.ts'
import { expandSection, getUrl, openLink, signIn, signInToBackOffice } from '../support/user-actions.ts'

const agentEmail = 'agent@example.com'

/** Calls the API as the agent, to create a hand-off or resource as another website would. */
async function asAgent(page: Page, path: string, data: object) {
  const session = await page.request.post(getUrl('/api/v1/auth/login'), {
    data: { email: agentEmail, password: 'Tideline-Demo-1' },
  })
  const { token } = (await session.json()).payload
  const response = await page.request.post(getUrl(path), { data, headers: { Authorization: `Bearer ${token}` } })
  return (await response.json()).payload
}
const handOff = async (page: Page): Promise<string> =>
  (await asAgent(page, '/api/v1/auth/handoff', { target: 'portal' })).token
const resource = async (page: Page, policyNo: string): Promise<string> =>
  (await asAgent(page, '/api/v1/auth/resources', { policyNo })).resourceId

const storedSession = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

test('signs in agents, policyholders and staff through separate flows [C002] [P002]', async ({ elsewhere, book }) => {
  const insured = await book.aPolicy()

  const agent = await elsewhere()
  await signIn(agent, agentEmail)
  await expect(agent.getByLabel('Policy, name or address')).toBeVisible()

  const policyholder = await elsewhere()
  await openLink(policyholder, await book.createPolicyLink(insured.policyNo), insured)
  await expect(policyholder).toHaveURL(getUrl('/policyholder/welcome'))

  const staff = await elsewhere()
  await signInToBackOffice(staff, 'internal')
})

test.describe('policyholder sign-in', () => {
  test('redirects from /policyholder to the link request [P082] [P090]', async ({ page }) => {
    await page.goto(getUrl('/policyholder'))
    await expect(page).toHaveURL(getUrl('/policyholder/generate'))
    await expect(page).toHaveTitle('Tideline / Get a link')
  })

  for (const way of ['new', 'authenticate'] as const) {
    test(`opens a policy from a /policyholder/${way} link after phone and ZIP code verification [P006] [P083] [P089] [P021]`, async ({
      page,
      book,
    }) => {
      const insured = await book.aPolicy()
      await openLink(page, await book.createPolicyLink(insured.policyNo, { purpose: way }), insured)
      await expect(page).toHaveURL(getUrl('/policyholder/welcome'))
      await expect(page.getByText(insured.policyNo).first()).toBeVisible()
      expect(page.url()).not.toContain('TD')
    })
  }

  test('opens the policy list from a link if the policy is signed and paid [P089] [P096]', async ({ page, book }) => {
    const insured = await book.aPolicy({ signed: 'both', payment: 'paid' })
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    await expect(page).toHaveURL(/\/policyholder\/select/)
  })

  test('opens the link request for a link without a valid payload [P085] [P088]', async ({ page }) => {
    for (const way of ['new', 'authenticate']) {
      await page.goto(getUrl(`/policyholder/${way}`))
      await expect(page).toHaveURL(getUrl('/policyholder/generate'))
      await page.goto(getUrl(`/policyholder/${way}/${encodeURIComponent(btoa(`nonsense.TD${Date.now() + 60_000}`))}`))
      await expect(page).toHaveURL(/\/policyholder\/generate$/)
    }
  })

  test('requires a phone number and ZIP code in valid format [P202] [P203] [P204] [P205] [P201]', async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    await recordCalls(page)
    await page.goto(await book.createPolicyLink(insured.policyNo))
    await page.getByRole('button', { name: 'Open my policy' }).click()
    await expect(page.getByText('Please input Phone Number')).toBeVisible()
    await expect(page.getByText('Please input zipcode')).toBeVisible()
    const phone = page.getByLabel('Phone Number')
    await phone.pressSequentially('81355a50142')
    await expect(phone).toHaveValue('813-555-0142')
    const zip = page.getByLabel('Zip Code')
    await zip.pressSequentially('336069')
    await expect(zip).toHaveValue('33606')
    await page.getByRole('button', { name: 'Open my policy' }).click()
    await expect(page).toHaveURL(getUrl('/policyholder/welcome'))
    expect((await getSentBodies(page, '/auth/policyholder'))[0]).toMatchObject({ Phone: '8135550142', Zip: '33606' })
  })

  test('lists policies as cards in Flood and Earthquake tabs [P097] [P098] [P099] [P100] [P101] [P159]', async ({
    page,
    book,
  }) => {
    const person = { first: 'Marina', last: 'Harbor', email: `harbor-${Date.now()}@example.com`, phone: '813-555-0142' }
    const flood = await book.aPolicy({ person, signed: 'both', payment: 'paid', addr1: '1 Two Terms Demo Ln' })
    await book.aPolicy({ person, signed: 'both', payment: 'paid', addr1: '1 Two Terms Demo Ln' })
    const quake = await book.aPolicy({ person, productId: 4, signed: 'both', payment: 'paid' })
    await openLink(page, await book.createPolicyLink(flood.policyNo), flood)
    await expect(page.getByRole('tab')).toHaveText(['Flood', 'Earthquake'])
    await expect(page.getByText('This address has more than one policy term.')).toHaveCount(1)
    const card = page.getByRole('article', { name: flood.policyNo })
    await expect(card.getByRole('img', { name: /Map/ }).or(card.locator('canvas')).first()).toBeVisible()
    for (const shown of [
      '1 Two Terms Demo Ln, Tampa, FL 33606',
      'Marina Harbor',
      '$1,319.76',
      flood.policyNo,
      'Active',
    ])
      await expect(card.getByText(shown).first()).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('tab', { name: 'Earthquake' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('This address has more than one policy term.')).toHaveCount(0)
    await page.getByRole('link', { name: /View policy detail/ }).click()
    await expect(page).toHaveURL(getUrl(`/policyholder/policies/${quake.policyNo}`))
    await expect(page.getByRole('heading', { name: quake.policyNo })).toBeVisible()
  })

  test('shows policyholders only their own policy and receipt [P009] [P102] [C019]', async ({ page, book }) => {
    const insured = await book.aPolicy({ signed: 'both', payment: 'paid' })
    const person = { first: 'Casey', last: 'Other', email: `casey-${Date.now()}@example.com`, phone: '813-555-0177' }
    const other = await book.aPolicy({ person })
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    await page.waitForURL(/\/policyholder\/select/)
    await page.goto(getUrl(`/policyholder/policies/${insured.policyNo}`))
    const payments = await expandSection(page, 'Payments')
    await payments
      .getByRole('link', { name: /receipt/i })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/policyholder/policies/${insured.policyNo}/receipt/`))
    await expect(page.getByText('$1,319.76').first()).toBeVisible()
    await page.goto(getUrl(`/policyholder/policies/${other.policyNo}`))
    await expect(page.getByText(`Hmm... we had an issue loading policy ${other.policyNo}`)).toBeVisible()
    await expect(page.getByText('Casey Other')).toHaveCount(0)
  })

  test("opens the wizard at /policyholder/test for the user's own policy, otherwise the link request [P095]", async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    const person = { first: 'Casey', last: 'Other', email: `casey-${Date.now()}@example.com`, phone: '813-555-0177' }
    const other = await book.aPolicy({ person })
    await page.goto(getUrl(`/policyholder/test?policyNo=${insured.policyNo}`))
    await expect(page).toHaveURL(getUrl('/policyholder/generate'))
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    await page.waitForURL(getUrl('/policyholder/welcome'))
    await page.goto(getUrl(`/policyholder/test?policyNo=${insured.policyNo}`))
    await expect(page.getByText('You are currently signing as the Insured')).toBeVisible()
    for (const query of [`?policyNo=${other.policyNo}`, '']) {
      await page.goto(getUrl(`/policyholder/test${query}`))
      await expect(page).toHaveURL(getUrl('/policyholder/generate'))
    }
  })

  test('redirects every policyholder page to the link request if there is no session [P096] [P255]', async ({
    page,
  }) => {
    for (const step of ['welcome', 'documents', 'payments', 'payments/complete', 'select', 'policies/RFL3000101']) {
      await page.goto(getUrl(`/policyholder/${step}`))
      await expect(page).toHaveURL(getUrl('/policyholder/generate'))
    }
  })

  test('validates phone and ZIP code of a link request, and always shows the same result [P206] [P212] [P213] [P214] [P367]', async ({
    page,
  }) => {
    await page.goto(getUrl('/policyholder/generate'))
    const identity = page.getByLabel('Email or policy number')
    const next = page.getByRole('button', { name: 'Continue' })
    await next.click()
    await expect(page.getByText('Please use a valid email or policy number')).toBeVisible()
    await identity.fill('nobody@example.com')
    await next.click()
    const phone = page.getByLabel('Phone')
    await phone.pressSequentially('8a1b3')
    await expect(phone).toHaveValue('813')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('Please use a valid phone number in ###-###-#### format')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await identity.fill('RFL3999999')
    await next.click()
    const zip = page.getByLabel('Zip')
    await zip.pressSequentially('3360')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('Zip field must be 5 characters long')).toBeVisible()
    await zip.pressSequentially('69')
    await expect(zip).toHaveValue('33606')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(
      page.getByText(
        "If the information you entered matches the information on record, we'll email you a link to view your policy.",
      ),
    ).toBeVisible()
  })

  test('shows an error when a link request fails, and keeps the input [P366]', async ({ page }) => {
    await page.route('**/requestLink', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
    await page.goto(getUrl('/policyholder/generate'))
    await page.getByLabel('Email or policy number').fill('RFL3000101')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Zip').fill('33606')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('Please ensure the information you entered is correct.').first()).toBeVisible()
    await expect(page.getByLabel('Zip')).toHaveValue('33606')
  })
})

test.describe('agent sign-in', () => {
  test('shows the log-in page at /login without a session or with an expired session [P023]', async ({ page }) => {
    await page.goto(getUrl('/login'))
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await signIn(page, agentEmail)
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        localStorage.setItem(key, String(value).replace(/"expiresAt":"[^"]+"/, '"expiresAt":"2020-01-01T00:00:00Z"'))
    })
    await page.goto(getUrl('/login'))
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test('accepts a token at /auth/agent, removes it from the URL and redirects [P024] [P026] [P251]', async ({
    page,
  }) => {
    const token = encodeURIComponent(await handOff(page))
    await page.goto(getUrl(`/auth/agent?token=${token}&redirectTo=%2Fpolicy%2Fembed%2FRFL3000102`))
    await expect(page).toHaveURL(getUrl('/policy/embed/RFL3000102'))
    await expect(page.getByRole('heading', { name: 'RFL3000102' })).toBeVisible()
    await page.goto(
      getUrl(`/auth/agent?token=${encodeURIComponent(await handOff(page))}&redirectTo=https%3A%2F%2Fexample.org`),
    )
    await expect(page).toHaveURL(getUrl('/policies'))
  })

  test('signs in with a resource ID at /auth/agent, or redirects to log-in on failure [P025] [P027]', async ({
    page,
  }) => {
    await page.goto(getUrl(`/auth/agent?resource=${await resource(page, 'RFL3000102')}`))
    await expect(page).toHaveURL(getUrl('/policies'))
    for (const query of ['', '?token=nonsense', '?resource=00000000-0000-4000-8000-000000000000']) {
      await page.goto(getUrl(`/auth/agent${query}`))
      await expect(page).toHaveURL(getUrl('/login'))
    }
  })

  test("clears the previous user's session when a sign-in fails [P190] [P191]", async ({ page }) => {
    await signIn(page, agentEmail)
    expect(await storedSession(page)).toContain(agentEmail)
    await page.goto(getUrl('/auth/agent?token=nonsense'))
    await expect(page).toHaveURL(getUrl('/login'))
    expect(await storedSession(page)).not.toContain(agentEmail)
  })

  test('opens a policy from an /agent/policylogin link once, otherwise the log-in page [P076] [P077] [P256]', async ({
    page,
    book,
  }) => {
    const link = await book.createAgentLink('RFL3000102', 'agentPolicy', agentEmail)
    await page.goto(link)
    await expect(page).toHaveURL(getUrl('/policy/embed/RFL3000102'))
    for (const address of [link, getUrl('/agent/policylogin'), getUrl('/agent/policylogin/nonsense')]) {
      await page.goto(address)
      await expect(page).toHaveURL(getUrl('/login'))
    }
  })

  test('checks the role before /agent/authenticate opens commissions [P078] [P247]', async ({ page, book }) => {
    await page.goto(await book.createAgentLink(undefined, 'agentCommissions', agentEmail))
    await expect(page).toHaveURL(getUrl('/unauthorized'))
    await page.goto(await book.createAgentLink(undefined, 'agentCommissions', 'finance@example.com'))
    await expect(page).toHaveURL(/\/admin\//)
  })

  test('returns status 404 and the 404 page for an unknown path [P030]', async ({ page }) => {
    for (const path of ['/no/such/page', '/policyholder/nothing', '/mailbox-of-others']) {
      const response = await page.goto(getUrl(path))
      expect([path, response?.status()]).toEqual([path, 404])
      await expect(page.getByRole('heading', { name: '404 not Found' })).toBeVisible()
    }
    expect((await page.goto(getUrl('/splash')))?.status()).toBe(200)
  })

  test('opens the policy wizard with a resource ID or a session, otherwise /unauthorized [P079] [P080] [P081]', async ({
    page,
    book,
  }) => {
    const { policyNo } = await book.aPolicy()
    const wizard = `/agent/policy/${policyNo}/policy-wizard`
    await page.goto(getUrl(wizard))
    await expect(page).toHaveURL(getUrl('/unauthorized'))
    await page.goto(getUrl(`${wizard}/00000000-0000-4000-8000-000000000000`))
    await expect(page).toHaveURL(getUrl('/unauthorized'))
    await page.goto(getUrl(`${wizard}/${await resource(page, policyNo)}`))
    await expect(page).toHaveURL(getUrl(wizard))
    await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
  })

  test('opens payment at /pay and notifications at /notifications, even after log-in [D026] [D027] [P062]', async ({
    page,
    book,
  }) => {
    const { policyNo } = await book.aPolicy({ signed: 'both' })
    await page.goto(getUrl(`/policy/embed/${policyNo}/pay`))
    await expect(page).toHaveURL(getUrl(`/login?redirect=${encodeURIComponent(`/policy/embed/${policyNo}/pay`)}`))
    await page.getByLabel('Email').fill(agentEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill('Tideline-Demo-1')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
    await page.goto(getUrl(`/policy/embed/${policyNo}/notifications`))
    const notifications = page.getByRole('dialog', { name: 'Notifications' })
    await expect(notifications.getByText('No notifications yet')).toBeVisible()
    await notifications.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
    await expect(notifications).toHaveCount(0)
  })

  test('redirects a policyholder from an agent page to /unauthorized, and sets the tab title [P247] [P010]', async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    await page.waitForURL(getUrl('/policyholder/welcome'))
    await expect(page).toHaveTitle('Tideline / Welcome')
    await page.goto(getUrl('/policies'))
    await expect(page).toHaveURL(getUrl('/unauthorized'))
    await signIn(page, agentEmail)
    await expect(page).toHaveTitle('Tideline / Policies')
  })
})
