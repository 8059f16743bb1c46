import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

const password = 'Tideline-Demo-1'

/** An address on the running stack. */
export const at = (path: string) => `${process.env.TIDELINE_URL}${path}`

/** Signs an agent or a member of staff in to the portal. */
export async function signIn(page: Page, email: string) {
  await page.goto(at('/login'))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/(dashboard|policies)$/)
  // Agents begin with their dashboard; tests go on from the search, whoever signed in.
  if (page.url().endsWith('/dashboard')) await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await page.waitForURL('**/policies')
}

const sessions = new Map<string, { state: Awaited<ReturnType<BrowserContext['storageState']>>; until: number }>()

/** Well before a session is renewed: renewed by one test, it would be over for the others. */
const keptForMs = 10 * 60_000

/**
 * As `signIn`, by the form once for all tests of a worker: for tests that begin somewhere else than after the log-in, and neither
 * sign out nor change the account.
 */
export async function beSignedIn(page: Page, email: string) {
  const session = sessions.get(email)
  if (session && Date.now() < session.until) return page.context().setStorageState(session.state)
  const until = Date.now() + keptForMs
  await signIn(page, email)
  sessions.set(email, { state: await page.context().storageState(), until })
}

/** What the server answers to a log-in with a password. */
export async function logInStatus(page: Page, email: string, tried: string) {
  const answer = await page.request.post(at('/api/v1/auth/login'), { data: { email, password: tried } })
  return answer.status()
}

/** Fills the back office's log-in and sends it. */
export async function tryBackOffice(page: Page, name: string) {
  await page.goto(at('/admin/'))
  await page.getByLabel('Email').fill(`${name}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Signs a member of staff in to the back office. */
export async function signInToBackOffice(page: Page, name: string) {
  await tryBackOffice(page, name)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
}

/** Asks for a link to a policy, takes it from the mailbox and confirms phone and zip, as an insured would. */
export async function comeInAsInsured(page: Page, insured: Insured) {
  await requestLink(page, insured.policyNo, insured.zip)
  await openLink(page, await linkFromMailbox(page, insured.email, insured.policyNo), insured)
}

/** Opens a link and confirms who is asking. */
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
  await page.goto(at('/policyholder/generate'))
  await page.getByRole('textbox').fill(policyNo)
  await page.getByRole('button').last().click()
  await page.getByLabel(/zip/i).fill(zip)
  await page
    .getByRole('button', { name: /send|request|email|get|continue/i })
    .last()
    .click()
  await expect(page.getByText('we’ll email you a link').or(page.getByText("we'll email you a link"))).toBeVisible()
}

/** Opens the newest mail with a subject; throws while the mailbox does not have it, which shows what is there when it is opened. */
async function openMail(page: Page, email: string, subject: string) {
  await page.goto(at('/mailbox'))
  const mails = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject })
  expect(await mails.count(), `mails to ${email}`).toBeGreaterThan(0)
  await mails.first().click()
}

/**
 * The newest link into `way` that was mailed with a subject, for instance about a policy; the mailbox is asked again
 * until the job has sent it.
 */
export async function linkFromMailbox(page: Page, email: string, subject: string, way = '/policyholder/') {
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
 * The six digits of the newest code that was mailed about a policy; the mailbox is asked again until it is there. Looks in a tab
 * of its own, and comes back: behind another tab a page draws once a second, and each press waits for two of them.
 */
export async function codeFromMailbox(page: Page, email: string, policyNo: string) {
  const mailbox = await page.context().newPage()
  let code: string | undefined
  await expect(async () => {
    await openMail(mailbox, email, `Your code to sign for policy ${policyNo}`)
    code = /\b\d{6}\b/.exec((await mailbox.locator('pre').textContent()) ?? '')?.[0]
    expect(code, `a code mailed to ${email}`).toBeDefined()
  }).toPass({ timeout: 20_000 })
  await mailbox.close()
  await page.bringToFront()
  return code ?? ''
}

/** Agrees to sign electronically. */
export async function consent(page: Page) {
  await page.getByLabel(/I agree to use/).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

/** Draws a stroke across a box that is to be signed in. */
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

/** Tabs forward until the element has the focus, at most once around the screen. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'))
  for (let tabs = 0; tabs < 80 && !(await hasFocus()); tabs++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Tabs to the element and presses a key on it. */
export async function pressByKey(page: Page, target: Locator, key: 'Enter' | 'Space') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Fills the bank form; by default with the numbers of a test account that pays. */
export async function fillBank(page: Page, { account = '000123456789' } = {}) {
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill(account)
}

/** Fills Stripe's card fields. */
export async function fillCard(page: Page, number = '4242424242424242') {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: /expir/i }).fill('12/34')
  await page.getByRole('textbox', { name: /security code|cvc/i }).fill('123')
}

/** Goes from filled card fields to the payment, with the fee acknowledged. */
export async function acknowledgeFeeAndPay(page: Page) {
  await page.getByRole('button', { name: 'Review card fee' }).click()
  await page.getByLabel(/I understand the .* card fee/).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** The end of the wizard, which a payment may take a while to reach. */
export const expectDone = (page: Page) =>
  expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })

/** Consents, makes a text signature and places it wherever the party has to sign; then continues. */
export async function signWithText(page: Page) {
  await consent(page)
  await page.getByLabel('Use a text signature').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await placeSignatures(page)
}

/** Lets the one button of the step lead through every open place of the party, and finishes. */
export async function placeSignatures(page: Page) {
  const next = page.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
  const finish = page.getByRole('button', { name: 'Finish signing' })
  await expect(next.or(finish).first()).toBeVisible()
  while ((await finish.count()) === 0) await next.last().click()
  await finish.click()
}

type Motion = { playState: string; effect: { getComputedTiming(): { endTime: number } } | null }

/** Once nothing fades or slides any more: halfway, every text has too little contrast. What turns for ever is not waited for. */
export async function expectStill(page: Page) {
  const moving = () =>
    page.locator('html').evaluate(async (html) => {
      const view = html.ownerDocument.defaultView
      // What was just put on the page starts to move in the frame after the next.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => view?.requestAnimationFrame(resolve))
      return html
        .getAnimations({ subtree: true })
        .filter(
          (motion: Motion) => motion.playState === 'running' && motion.effect?.getComputedTiming().endTime !== Infinity,
        ).length
    })
  await expect.poll(moving, { message: 'things that move' }).toBe(0)
}

/**
 * Fails with what axe finds against WCAG 2.2 AA and good practice. Looks from the top of the page:
 * a field that a bar which stays covers by half on the way is no small target.
 */
export async function expectAccessible(page: Page) {
  await page.locator('html').evaluate((html) => html.scrollTo(0, 0))
  await expectStill(page)
  const { violations } = await new AxeBuilder({ page })
    // What several frames found is put together in a page of its own; where there is one frame, it tells by itself.
    .setLegacyMode(page.frames().length === 1)
    // A frame that may run no scripts answers nobody: a mail in the mailbox.
    .exclude('iframe[sandbox]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
}
