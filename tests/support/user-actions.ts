import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const password = 'Tideline-Demo-1'

/** Returns a URL on the running stack. */
export const getUrl = (path: string) => `${process.env.TIDELINE_URL}${path}`

/** Logs an agent or staff member in to the portal. */
export async function signIn(page: Page, email: string) {
  await page.goto(getUrl('/login'))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/(dashboard|policies)$/)
  // Opens the policy list if the user starts on the dashboard, so that all tests continue on the policy list.
  if (page.url().endsWith('/dashboard')) await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await page.waitForURL('**/policies')
}

/**
 * Opens a session without using the log-in form, which takes much longer. For tests that do not begin with the screen
 * after log-in.
 */
export async function restoreSignIn(page: Page, email: string) {
  const response = await page.request.post(getUrl('/api/v1/auth/login'), { data: { email, password } })
  expect(response.status(), `log-in of ${email}`).toBe(200)
  const { accountType, token, refreshToken, expiresAt, data } = (await response.json()).payload
  // The data that the log-in form stores (portal-web/kit/session/session.ts).
  const session = JSON.stringify({ accountType, token, refreshToken, expiresAt, user: 'agent', data })
  // Leaves the apps, so that only the next page reads the session. An image has the same storage. Playwright's
  // `setStorageState` would also clear the HTTP cache.
  await page.goto(getUrl('/favicon.svg'))
  await page.evaluate(`
    sessionStorage.clear()
    localStorage.clear()
    localStorage.setItem('auth', ${JSON.stringify(session)})`)
}

/** Returns whether the page shows one of the apps. Other pages are the mailbox and empty pages. */
const hasApp = (page: Page): Promise<boolean> => page.evaluate('Boolean(document.querySelector("#root"))')

/**
 * Opens a path as a link would, without loading the app again. Leaves the current screen first, because a policy page
 * keeps its dialogs if only the policy number changes. Loads the app if the page shows another one.
 */
export async function visit(page: Page, path: string) {
  const isBackOffice = path.startsWith('/admin')
  const isSameApp = new URL(page.url()).pathname.startsWith('/admin') === isBackOffice
  if (!(isSameApp && (await hasApp(page)))) return void (await page.goto(getUrl(path)))
  await openInApp(page, isBackOffice ? '/admin/404' : '/404')
  await page
    .getByRole('heading', { name: /not found/i })
    .last()
    .waitFor()
  if (!path.endsWith('/404')) await openInApp(page, path)
}

const openInApp = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`)

/** Sends a log-in request with a password and returns the response's status. */
export async function getLogInStatus(page: Page, email: string, tried: string) {
  const response = await page.request.post(getUrl('/api/v1/auth/login'), { data: { email, password: tried } })
  return response.status()
}

/** Fills in and submits the log-in form of the back office. */
export async function submitBackOfficeLogIn(page: Page, name: string) {
  await page.goto(getUrl('/admin/'))
  await page.getByLabel('Email').fill(`${name}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the back office as a member of staff. Tests of the log-in form use `tryBackOffice`. */
export async function signInToBackOffice(page: Page, name: string) {
  await restoreSignIn(page, `${name}@example.com`)
  await page.goto(getUrl('/admin/'))
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
}

/**
 * Requests a policy link, opens the link from the mailbox, and confirms the phone number and ZIP code, as a
 * policyholder would.
 */
export async function signInAsInsured(page: Page, insured: Insured) {
  await requestLink(page, insured.policyNo, insured.zip)
  await openLink(page, await getLinkFromMailbox(page, insured.email, insured.policyNo), insured)
}

/** Opens a policy link and confirms the phone number and ZIP code. */
export async function openLink(page: Page, link: string, { phone, zip }: Pick<Insured, 'phone' | 'zip'>) {
  await page.goto(link)
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Zip Code').fill(zip)
  await page.getByRole('button', { name: 'Open my policy' }).click()
}

export interface Insured {
  policyNo: string
  email: string
  phone: string
  zip: string
}

export async function requestLink(page: Page, policyNo: string, zip: string) {
  await page.goto(getUrl('/policyholder/generate'))
  await page.getByRole('textbox').fill(policyNo)
  await page.getByRole('button').last().click()
  await page.getByLabel(/zip/i).fill(zip)
  await page
    .getByRole('button', { name: /send|request|email|get|continue/i })
    .last()
    .click()
  await expect(page.getByText('we’ll email you a link').or(page.getByText("we'll email you a link"))).toBeVisible()
}

/**
 * Opens the newest email with a subject. The mailbox page does not refresh itself, so the caller must open the page
 * again.
 * @throws if the email has not arrived
 */
async function openMail(page: Page, email: string, subject: string) {
  await page.goto(getUrl('/mailbox'))
  const mails = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject })
  expect(await mails.count(), `mails to ${email}`).toBeGreaterThan(0)
  await mails.first().click()
}

/**
 * Returns the newest emailed link whose URL contains `way`. `subject` is part of the email's subject, such as a policy
 * number. Reloads the mailbox until the email arrives.
 */
export async function getLinkFromMailbox(page: Page, email: string, subject: string, way = '/policyholder/') {
  let link: string | undefined
  await expect(async () => {
    await openMail(page, email, subject)
    const text = await page.locator('body').textContent()
    const frame = page.frameLocator('iframe')
    const links = await frame.locator('a').all()
    const hrefs = await Promise.all(links.map(async (one) => (await one.getAttribute('href')) ?? ''))
    link = [...hrefs, ...(text?.match(/https?:\/\/\S+/g) ?? [])].find((url) => url.includes(way))
    expect(link, `a mail to ${email}`).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return link ?? ''
}

/**
 * Returns the newest six-digit code emailed about a policy. Reloads the mailbox until the email arrives. Uses a
 * separate foreground tab, because browsers render background tabs slowly.
 */
export async function getCodeFromMailbox(
  page: Page,
  email: string,
  policyNo: string,
  subject = `Your code to sign for policy ${policyNo}`,
) {
  const mailbox = await page.context().newPage()
  let code: string | undefined
  await expect(async () => {
    await openMail(mailbox, email, subject)
    code = /\b\d{6}\b/.exec((await mailbox.locator('pre').textContent()) ?? '')?.[0]
    expect(code, `a code mailed to ${email}`).toBeDefined()
  }).toPass({ timeout: 20_000 })
  await mailbox.close()
  await page.bringToFront()
  return code ?? ''
}

/** Gives consent to electronic signatures. */
export async function consent(page: Page) {
  await page.getByLabel(/I agree to use/).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

/** Draws a stroke across a signature box. */
export async function draw(page: Page, label: string) {
  const pad = page.getByRole('img', { name: label })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error(`"${label}" cannot be seen.`)
  const point = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...point(0.1, 0.7))
  await page.mouse.down()
  for (const [x, y] of [
    [0.25, 0.2],
    [0.4, 0.8],
    [0.6, 0.3],
    [0.85, 0.6],
  ] as const)
    await page.mouse.move(...point(x, y), { steps: 4 })
  await page.mouse.up()
}

/** Presses Tab until the element has the focus. Stops after one pass through the screen. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'))
  for (let tabs = 0; tabs < 80 && !(await hasFocus()); tabs++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Focuses the element with Tab and presses a key. */
export async function pressByKey(page: Page, target: Locator, key: 'Enter' | 'Space') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Fills in the bank account form. The default test account pays successfully. */
export async function fillBank(page: Page, { account = '000123456789' } = {}) {
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill(account)
}

/** Fills in Stripe's card fields. */
export async function fillCard(page: Page, number = '4242424242424242') {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: /expir/i }).fill('12/34')
  await page.getByRole('textbox', { name: /security code|cvc/i }).fill('123')
}

/** Accepts the card fee and pays. The card fields must be filled in. */
export async function acknowledgeFeeAndPay(page: Page) {
  await page.getByRole('button', { name: 'Review card fee' }).click()
  await page.getByLabel(/I understand the .* card fee/).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Expands a section of the policy page, unless it is expanded. Returns the section. */
export async function expandSection(page: Page, name: string): Promise<Locator> {
  const section = page.getByRole('region', { name, exact: true })
  await expect(section).toBeVisible()
  const title = section.getByRole('button', { name, exact: true, expanded: false })
  if ((await title.count()) > 0) await title.click()
  return section
}

/** Expects the last step of the wizard. This can take a while after a payment. */
export const expectDone = (page: Page) =>
  expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })

/** Gives consent, creates a typed signature, adds it to every field of the party, and continues. */
export async function signWithText(page: Page) {
  await consent(page)
  await page.getByLabel('Use a text signature').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await placeSignatures(page)
}

/** Uses the main button to add the signature to every open field of the party, then finishes signing. */
export async function placeSignatures(page: Page) {
  const next = page.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
  const finish = page.getByRole('button', { name: 'Finish signing' })
  await expect(next.or(finish).first()).toBeVisible()
  await expect(async () => {
    // The button may become "Finish signing" just before the click.
    if ((await finish.count()) === 0) await next.last().click({ timeout: 2_000 })
    expect(await finish.count()).toBe(1)
  }).toPass({ intervals: [50] })
  await finish.click()
}

type Motion = { playState: string; effect: { getComputedTiming(): { endTime: number } } | null }

/** Waits until animations end, because fading text has too little contrast. Ignores endless animations. */
async function waitForAnimations(page: Page) {
  const moving = () =>
    page.locator('html').evaluate(async (html) => {
      const view = html.ownerDocument.defaultView
      // Waits two frames, because the animations of new elements start then.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => view?.requestAnimationFrame(resolve))
      return html
        .getAnimations({ subtree: true })
        .filter(
          (motion: Motion) => motion.playState === 'running' && motion.effect?.getComputedTiming().endTime !== Infinity,
        ).length
    })
  await expect.poll(moving, { message: 'things that move' }).toBe(0)
}

/** Frames that cannot run scripts, such as an email in the mailbox. axe cannot check them. */
const sandboxedFrames = 'iframe[sandbox]'

const axeOptions: Parameters<AxeBuilder['options']>[0] = {
  // Omits passing elements, because building their selectors takes a third of the time.
  resultTypes: ['violations'],
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** Returns the violations that axe finds on a page. */
async function findViolations(page: Page): Promise<Violations> {
  const hasOneFrame = page.frames().length === 1
  // Loading axe takes as long as most checks, so a page that already contains it does not load it again. With several
  // frames, each frame needs it, and axe needs an extra page to merge the results.
  if (hasOneFrame && (await page.evaluate('typeof axe === "object"')))
    return page.evaluate(
      `axe.run({ exclude: ['${sandboxedFrames}'] }, ${JSON.stringify(axeOptions)}).then(({ violations }) => violations)`,
    )
  const builder = new AxeBuilder({ page }).setLegacyMode(hasOneFrame).options(axeOptions).exclude(sandboxedFrames)
  return (await builder.analyze()).violations
}

/**
 * Fails if axe finds violations of WCAG 2.2 AA or best practices. Scrolls to the top first, because axe reports a field
 * that is half covered by a sticky bar as too small.
 */
export async function expectAccessible(page: Page) {
  await page.locator('html').evaluate((html) => html.scrollTo(0, 0))
  await waitForAnimations(page)
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
}
