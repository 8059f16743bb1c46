/**
 * Part of `pnpm bench`: measures on a phone, with a CPU slowed down four times, how long the wizard and the policy page
 * take to respond to taps and keys (Interaction to Next Paint) and how much they move (Cumulative Layout Shift). Uses
 * the built apps and the demo book. Prints the results next to their goals; asserts nothing, because machines differ.
 */
import { type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import { openDatabase } from '@tideline/api/db/database.ts'
import { Book } from '../support/browser-fixtures.ts'
import setUpStack from '../support/browser-stack.ts'
import { browserLaunch, ensureBrowser } from '../support/ensure-browser.ts'
import { fillBank, getUrl, openLink, restoreSignIn } from '../support/user-actions.ts'
import { print } from './book.ts'
import { record } from './measurements.ts'

/** Factor by which the CPU is slowed down, as for a mid-range phone. */
const cpuSlowdown = 4
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Records the longest event of each interaction, and all layout shifts that no input caused. */
const observe = `
  window.interactions = new Map()
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target, startTime, processingStart, processingEnd } of list.getEntries()) {
      if (!interactionId || duration <= (window.interactions.get(interactionId)?.duration ?? 0)) continue
      const label = target?.getAttribute?.('aria-label') || (target?.labels?.[0] ?? target)?.textContent?.trim().slice(0, 40)
      window.interactions.set(interactionId, { duration, name, label, delay: processingStart - startTime, processing: processingEnd - processingStart })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })`

interface Results {
  layoutShift: number
  interactions: {
    /** Time from the input to the next paint in milliseconds, a multiple of 8. */
    duration: number
    /** Time until the page starts to process the input, in milliseconds. Long if it is still busy. */
    delay: number
    /** Duration of the event handlers in milliseconds. The rest is the time until the next paint. */
    processing: number
    name: string
    label: string
  }[]
}

ensureBrowser()
const stop = await setUpStack()
const browser = await chromium.launch(browserLaunch())
const database = openDatabase(process.env.TIDELINE_DATABASE_URL ?? '', { connections: 2 })

interface Screen {
  name: string
  /** Logs in at full speed. */
  logIn: (page: Page) => Promise<unknown>
  path: string
  /** Waits until the screen has loaded. */
  loaded: (page: Page) => Promise<unknown>
  use: (page: Page) => Promise<unknown>
}

/** Loads a screen and uses it at the reduced speed. Prints and records its layout shift and slowest interaction. */
async function measure({ name, logIn, path, loaded, use }: Screen): Promise<void> {
  const context = await browser.newContext(phone)
  await context.addInitScript(observe)
  const page = await context.newPage()
  await logIn(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(getUrl(path))
  await loaded(page)
  await page.waitForLoadState('networkidle')
  await use(page)
  // The last interaction is reported after its next paint.
  await page.waitForTimeout(500)
  const { layoutShift, interactions } = await page.evaluate<Results>(
    '({ layoutShift: window.layoutShift, interactions: [...window.interactions.values()] })',
  )
  await context.close()
  const slowest = interactions.toSorted((a, b) => b.duration - a.duration)[0]
  if (!slowest) throw new Error(`${name}: no interaction was recorded`)
  record(`layout shift, ${name}`, layoutShift, 'CLS', { atMost: 0.02 })
  record(`interaction to next paint, ${name}`, slowest.duration, 'ms', { atMost: 200 })
  print(
    `${name.padEnd(26)} CLS ${layoutShift.toFixed(3)} (≤ 0.02)  INP ${slowest.duration} ms (≤ 200)  ${interactions.length} interactions, slowest: ${slowest.name} "${slowest.label}" (delay ${slowest.delay.toFixed(0)} ms, processing ${slowest.processing.toFixed(0)} ms)`,
  )
}

try {
  const book = new Book(database, 0)
  const unsigned = await book.aPolicy()
  const signed = await book.aPolicy({ signed: 'both' })
  const logInTo = (policy: typeof unsigned) => async (page: Page) => {
    await openLink(page, await book.createPolicyLink(policy.policyNo), policy)
    await expect(page.getByRole('link', { name: /^Continue to/ })).toBeVisible()
  }
  const useSections = async (page: Page) => {
    for (const name of ['Overview', 'Invoices', 'Coverages', 'Transactions'])
      await page.getByRole('region', { name, exact: true }).getByRole('button', { name, exact: true }).tap()
  }
  await measure({
    name: 'wizard, signing',
    logIn: logInTo(unsigned),
    path: '/policyholder/documents',
    loaded: (page) => expect(page.getByLabel(/I agree to use/)).toBeVisible(),
    use: async (page) => {
      await page.getByLabel(/I agree to use/).tap()
      await page.getByRole('button', { name: 'Agree and continue' }).tap()
      await page.getByLabel('Full name').pressSequentially('Marina')
      await page.getByLabel('Use a text signature').tap()
      await page.getByRole('button', { name: 'Apply', exact: true }).tap()
      for (let place = 0; place < 3; place++)
        await page
          .getByRole('button', { name: /^(Next|Sign here|Initial here|Finish signing)$/ })
          .last()
          .tap()
    },
  })
  await measure({
    name: 'wizard, payment',
    logIn: logInTo(signed),
    path: '/policyholder/payments',
    loaded: (page) => expect(page.getByLabel('Routing number')).toBeVisible(),
    use: async (page) => {
      await page.getByRole('radio', { name: /^Credit card/ }).tap()
      await page.getByRole('radio', { name: /^Bank account/ }).tap()
      await fillBank(page)
      await page.getByLabel('Account number').press('Tab')
    },
  })
  await measure({
    name: 'policy page, policyholder',
    logIn: logInTo(signed),
    path: `/policyholder/policies/${signed.policyNo}`,
    loaded: (page) => expect(page.getByRole('region', { name: 'Invoices' })).toBeVisible(),
    use: useSections,
  })
  await measure({
    name: 'policy page, agent',
    logIn: (page) => restoreSignIn(page, 'agent@example.com'),
    path: `/policy/embed/${signed.policyNo}`,
    loaded: (page) => expect(page.getByRole('region', { name: 'Invoices' })).toBeVisible(),
    use: async (page) => {
      await useSections(page)
      await page.getByRole('button', { name: 'View Timeline' }).tap()
      await page.getByLabel('Note', { exact: true }).pressSequentially('Called.')
    },
  })
} finally {
  await database.close()
  await browser.close()
  await stop()
}
