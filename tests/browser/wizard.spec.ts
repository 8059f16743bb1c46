import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import {
  consent,
  expandSection,
  expectDone,
  fillBank,
  getUrl,
  openLink,
  restoreSignIn,
  signWithText,
  visit,
} from '../support/user-actions.ts'

const agentEmail = 'agent@example.com'
const summary = (page: Page) => page.getByRole('complementary', { name: 'Policy summary' })
const getSummaryValue = (page: Page, label: string) =>
  summary(page)
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

/** Delays requests to a URL pattern until the returned function is called. */
async function holdRequests(page: Page, address: string) {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
const fail = (page: Page, address: string, status: number) =>
  page.route(address, (route) =>
    route.fulfill({ status, json: { statusCode: status, message: `It failed with ${status}.` } }),
  )

test("shows the wizard's loading state, then the agreements [C032] [C036] [C008]", async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage(agentEmail)
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(page.getByRole('button', { name: 'Sign & Pay' })).toBeVisible()
  const release = await holdRequests(page, '**/getConfirmation')
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  const wizard = page.getByRole('dialog')
  await expect(wizard.getByRole('heading', { name: 'Loading' })).toBeVisible()
  await expect(wizard.getByText('Please wait...')).toBeVisible()
  await expect(wizard.locator('.spinner')).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  release()
  await expect(wizard.getByRole('heading', { name: 'Policy Agreements' })).toBeVisible()
  await expect(wizard.getByText('Please sign the following to complete your application.')).toBeVisible()
  await expect(summary(page)).toBeVisible()
})

test('shows the configured support email after a wizard error, and continues after Retry [C034] [C008]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage(agentEmail)
  const settings = await page.request.get(getUrl('/api/v1/settings/public'))
  const { supportEmail } = (await settings.json()).payload
  await visit(page, `/policy/embed/${policyNo}`)
  await fail(page, '**/api/v1/documents/policy/*', 500)
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(`Feel free to retry or contact customer support at ${supportEmail}`)).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  await page.unroute('**/api/v1/documents/policy/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
})

test('ends the session after a 401 in the wizard and redirects an agent to log-in [C105] [C106] [C107] [C231] [C008]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await restoreSignIn(page, agentEmail)
  await page.goto(getUrl(`/policy/embed/${policyNo}#paymentModalOpen`))
  await fillBank(page)
  await fail(page, '**/getClientSecretFromQuoteNumber', 401)
  await fail(page, '**/auth/refresh', 401)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Go to Login Page' }).click()
  await expect(page).toHaveURL(
    getUrl(`/login?redirect=${encodeURIComponent(`/policy/embed/${policyNo}#paymentModalOpen`)}`),
  )
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  expect(await book.getPayments(policyNo)).toEqual([])
})

test('redirects a policyholder to the link request after a 401 during signing [C105] [C106] [C107]', async ({
  page,
  book,
}) => {
  const insured = await book.aPolicy()
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await fail(page, '**/api/v1/documents/signatures', 401)
  await fail(page, '**/auth/refresh', 401)
  await signWithText(page)
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()
  await expect(page).toHaveURL(getUrl('/policyholder/generate'), { timeout: 15_000 })
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByLabel('Email or policy number')).toHaveValue(insured.policyNo)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  expect(await book.countSignedFields(insured.policyNo, 2)).toBe(0)
})

test('signs out a policyholder after a 401 outside the wizard and opens the link request [C231] [C232]', async ({
  page,
  book,
}) => {
  const insured = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await page.waitForURL(/\/policyholder\/select/)
  await fail(page, '**/getConfirmation', 401)
  await fail(page, '**/auth/refresh', 401)
  await page.goto(getUrl(`/policyholder/policies/${insured.policyNo}`))
  await expect(page.getByRole('alertdialog').or(page.getByRole('alert')).first()).toBeVisible()
  await expect(page).toHaveURL(getUrl('/policyholder/generate'))
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('redirects an agent to the log-in page after a 401 outside the wizard [C232]', async ({ page }) => {
  await restoreSignIn(page, agentEmail)
  await fail(page, '**/getConfirmation', 401)
  await fail(page, '**/auth/refresh', 401)
  await page.goto(getUrl('/policy/embed/RFL3000102'))
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('shows the policy summary next to each wizard step, with amounts from getConfirmation [C008] [C047] [C048] [C049] [C050]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage(agentEmail)
  await visit(page, `/policy/embed/${policyNo}#signatureAgentModalOpen`)
  const beside = summary(page)
  await expect(beside.getByRole('img', { name: /^Map of/ })).toBeVisible()
  await expect(beside.getByText('Bayshore Demo Blvd')).toBeVisible()
  await expect(beside.getByRole('link', { name: 'View Policy' })).toBeVisible()
  await expect(getSummaryValue(page, 'Premium')).toHaveText('$1,180.00')
  await expect(getSummaryValue(page, 'Policy Fee')).toHaveText('$75.00')
  await expect(getSummaryValue(page, 'Taxes')).toHaveText('$64.76')
  await expect(getSummaryValue(page, 'Total Premium')).toHaveText('$1,319.76')
  await expect(getSummaryValue(page, 'Balance Due')).toHaveText('$1,319.76')
  for (const [label, value] of [
    ['Year Built', '1998'],
    ['Construction Type', 'Masonry'],
    ['Occupancy Type', 'Single Family'],
    ['Property Type', 'Primary Home'],
    ['Flood Zone', 'AE'],
  ] as const)
    await expect(getSummaryValue(page, label)).toHaveText(value)
  for (const label of ['Number of Stories', 'Foundation Type']) await expect(getSummaryValue(page, label)).toBeVisible()
  const coverages = beside.getByRole('table', { name: 'Coverages' })
  await expect(coverages.getByRole('row', { name: /\$250,000/ })).toBeVisible()
  await expect(coverages.getByRole('row', { name: /\$100,000/ })).toBeVisible()
  await expect(coverages.getByRole('row', { name: /Included/ }).first()).toBeVisible()
  await expect(coverages.getByRole('row').last()).toContainText('Deductible')
  await signWithText(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  await expect(beside).toBeVisible()
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expectDone(page)
  await expect(beside).toBeVisible()
  await beside.getByRole('link', { name: 'View Policy' }).click()
  await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
})

test('shows the current amount due and the area of a monthly earthquake policy [C049] [C050]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ productId: 4, monthly: true, signed: 'both' })
  const page = await openSharedPage(agentEmail)
  await visit(page, `/policy/embed/${policyNo}#paymentModalOpen`)
  await expect(getSummaryValue(page, 'Current Amount Due')).toHaveText('$109.98')
  await expect(summary(page).getByText('Balance Due')).toHaveCount(0)
  await expect(getSummaryValue(page, 'Census Block')).toBeVisible()
  await expect(getSummaryValue(page, 'Zip Code')).toHaveText('33606')
  await expect(summary(page).getByText('Flood Zone')).toHaveCount(0)
})

test('shows the same wizard as a dialog and as a page [C022] [C021] [C037]', async ({ page, openSharedPage, book }) => {
  const insured = await book.aPolicy()
  const agent = await openSharedPage(agentEmail)
  await visit(agent, `/policy/embed/${insured.policyNo}#signatureAgentModalOpen`)
  await expect(agent.getByRole('dialog').getByRole('heading', { name: 'Policy Agreements' })).toBeVisible()
  await page.bringToFront()
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await expect(page).toHaveURL(getUrl('/policyholder/welcome'))
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await expect(page.getByRole('heading', { name: 'Policy Agreements' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('hides signature fields that already have an image [C181]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy()
  const agent = await openSharedPage(agentEmail)
  await visit(agent, `/policy/embed/${policyNo}#signatureAgentModalOpen`)
  await signWithText(agent)
  await expect(agent.getByText('Please choose your method of payment.')).toBeVisible()
  const page = await openSharedPage('internal@example.com')
  const responsePromise = page.waitForResponse(`**/api/v1/documents/policy/${policyNo}`)
  await visit(page, `/policy/embed/${policyNo}#signatureAgentModalOpen`)
  await expect(page.getByRole('heading', { name: 'Policy Agreements' })).toBeVisible()
  const { documentsWithSignatures } = (await (await responsePromise).json()).payload.policyDocStatus
  const places: { party: number; signatureImageId: string | null }[] = documentsWithSignatures.flatMap(
    ({ signatures }: { signatures: [] }) => signatures,
  )
  const open = places.filter(({ signatureImageId }) => signatureImageId === null)
  expect(open.length).toBeLessThan(places.length)
  await expect(page.getByRole('list', { name: /^Signature fields in/ }).getByRole('listitem')).toHaveCount(open.length)
  await expect(page.getByText('Agent signature')).toHaveCount(0)
})

test('continues from signing to payment, or to completion if the policy is already paid [P173] [P174] [P094]', async ({
  page,
  book,
}) => {
  const unpaid = await book.aPolicy({ signed: 'agent' })
  await openLink(page, await book.createPolicyLink(unpaid.policyNo), unpaid)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await signWithText(page)
  await expect(page).toHaveURL(getUrl('/policyholder/payments'))
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(getUrl('/policyholder/payments/complete'), { timeout: 30_000 })
  await expectDone(page)

  const paid = await book.aPolicy({ signed: 'agent', payment: 'paid' })
  await page.evaluate(() => localStorage.clear())
  await openLink(page, await book.createPolicyLink(paid.policyNo), paid)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await signWithText(page)
  await expectDone(page)
  expect(new URL(page.url()).pathname).not.toBe('/policyholder/payments')
})

test('shows the completion animation, then a link to the policy and its tasks [C020] [C055] [C203]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await restoreSignIn(page, agentEmail)
  await page.goto(getUrl(`/policy/embed/${policyNo}#paymentModalOpen`))
  await fillBank(page)
  const animation = page.waitForResponse(/finish.*\.svg/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expectDone(page)
  const file = await animation
  expect([file.request().method(), file.status(), new URL(file.url()).origin]).toEqual([
    'GET',
    200,
    new URL(getUrl('/')).origin,
  ])
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'View Policy' }).click()
  await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const tasks = page.getByRole('region', { name: 'Tasks' })
  await expect(tasks.getByRole('heading', { name: 'Tasks Complete' })).toBeVisible()
  await expect(tasks.getByText('You have no more remaining tasks')).toBeVisible()
})

test('shows a 450-pixel map at zoom 19, or a message if there are no coordinates [C227] [C242]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage(agentEmail)
  await visit(page, `/policy/embed/${policyNo}`)
  await expandSection(page, 'Map')
  const map = page.getByRole('img', { name: /^Map of/ })
  expect((await page.getByRole('figure').filter({ has: map }).boundingBox())?.height).toBe(450)
  // The maximum zoom level is 20, so one more step is possible from 19.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
  for (let zoom = 20; zoom > 2; zoom--) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await page.route('**/api/v1/policies/address/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, payload: { ...body.payload, geocode: null, polygon: null } } })
  })
  await page.reload()
  await expandSection(page, 'Map')
  await expect(page.getByText('Could not display map')).toBeVisible()
  await expect(page.getByText('We were unable to retrieve the coordinates for this location')).toBeVisible()
})

test('loads the code of a wizard step when the viewer reaches the step [C262]', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  const has = (part: RegExp) => [...scripts].some((path) => part.test(path))
  await restoreSignIn(page, agentEmail)
  await page.goto(getUrl('/policies'))
  await expect(page.getByRole('table')).toBeVisible()
  for (const part of [/PolicyPage/, /WizardDialog/, /SignStep/, /PayStep/, /pdf/i, /stripe/i, /confetti/])
    expect(has(part), `${part} before the policy is opened`).toBe(false)
  await visit(page, `/policy/embed/${policyNo}`)
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await consent(page)
  expect(has(/SignStep/)).toBe(true)
  for (const part of [/PayStep/, /WithStripe/, /\/stripe\.js$/, /confetti/])
    expect(
      [...scripts].filter((path) => part.test(path)),
      `${part} while signing`,
    ).toEqual([])
})
