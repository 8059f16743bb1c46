/**
 * Part of `pnpm bench`: measures how long the screens take to respond to taps and keys (Interaction to Next Paint) on a
 * CPU slowed down four times. Uses the built apps and the demo book. Prints the slowest interaction of each screen next
 * to the goal; asserts nothing, because machines differ.
 */
import { type BrowserContextOptions, type CDPSession, chromium, expect, type Page } from '@playwright/test'
import { openDatabase } from '@tideline/api/db/database.ts'
import { Book } from '../support/browser-fixtures.ts'
import setUpStack from '../support/browser-stack.ts'
import { browserLaunch, ensureBrowser } from '../support/ensure-browser.ts'
import { fillBank, openLink, restoreSignIn, signInToBackOffice, visit } from '../support/user-actions.ts'
import { print } from './book.ts'
import { record } from './measurements.ts'

/** Factor by which the CPU is slowed down, as for a mid-range phone. */
const cpuSlowdown = 4
const goalMs = 200

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 850 } }

/** Adds the longest event of each interaction to `window.interactions`. */
const observe = `
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId || duration <= (window.interactions.get(interactionId)?.duration ?? 0)) continue
      const label = target?.getAttribute?.('aria-label') || (target?.labels?.[0] ?? target)?.textContent?.trim().slice(0, 40) || target?.localName
      window.interactions.set(interactionId, { duration, name, label })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Interaction {
  /** Time from the input to the next paint, in milliseconds. Multiple of 8, because browsers round it. */
  duration: number
  name: string
  label: string
}

ensureBrowser()
const stop = await setUpStack()
const browser = await chromium.launch(browserLaunch())
const database = openDatabase(process.env.TIDELINE_DATABASE_URL ?? '', { connections: 2 })

/** Opens a screen at full speed, then measures the interactions of `use` at the reduced speed. */
async function measure(
  name: string,
  options: BrowserContextOptions,
  open: (page: Page) => Promise<void>,
  use: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext(options)
  await context.addInitScript(observe)
  const page = await context.newPage()
  await open(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('window.interactions.clear()')
  const cdp: CDPSession = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await use(page)
  await page.waitForLoadState('networkidle')
  const interactions = await page.evaluate<Interaction[]>('[...window.interactions.values()]')
  await context.close()
  const slowest = interactions.toSorted((a, b) => b.duration - a.duration)[0]
  if (!slowest) throw new Error(`${name}: no interaction was recorded`)
  record(`interaction to next paint, ${name}`, slowest.duration, 'ms')
  print(
    `${name.padEnd(24)} ${String(slowest.duration).padStart(4)} ms (goal ≤ ${goalMs})  ${interactions.length} interactions, slowest: ${slowest.name} "${slowest.label}"`,
  )
}

/** Expands every collapsed section of a policy page. */
async function expandAll(page: Page) {
  const collapsed = page.getByRole('region').getByRole('heading').getByRole('button', { expanded: false })
  for (let left = await collapsed.count(); left > 0; left--) await collapsed.first().tap()
}

try {
  const book = new Book(database, 0)
  const insured = await book.aPolicy()
  const signed = await book.aPolicy({ signed: 'both' })
  const openWizard = async (page: Page, policy: typeof insured) =>
    openLink(page, await book.createPolicyLink(policy.policyNo), policy)

  print(`Slowest interaction of each screen at ${cpuSlowdown}× CPU slowdown`)
  await measure(
    'wizard, signing',
    phone,
    async (page) => {
      await openWizard(page, insured)
      await page.getByRole('link', { name: 'Continue to signing' }).click()
      await expect(page.getByLabel(/I agree to use/)).toBeVisible()
    },
    async (page) => {
      await page.getByLabel(/I agree to use/).tap()
      await page.getByRole('button', { name: 'Agree and continue' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Your signature' })
      await sheet.getByLabel('Full name').pressSequentially('Marina')
      await sheet.getByLabel('Use a text signature').tap()
      await sheet.getByRole('button', { name: 'Apply', exact: true }).tap()
      await expect(sheet).toHaveCount(0)
      const finish = page.getByRole('button', { name: 'Finish signing' })
      const next = page.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
      await expect(async () => {
        if ((await finish.count()) === 0) await next.last().tap({ timeout: 2_000 })
        expect(await finish.count()).toBe(1)
      }).toPass()
    },
  )
  await measure(
    'wizard, payment',
    phone,
    async (page) => {
      await openWizard(page, signed)
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      await expect(page.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    },
    async (page) => {
      await page.getByRole('radio', { name: /^Credit card/ }).tap()
      await page.getByRole('radio', { name: /^Bank account/ }).tap()
      await fillBank(page)
      await page.getByLabel('Account number').press('Tab')
    },
  )
  await measure(
    'policy page, agent',
    phone,
    async (page) => {
      await restoreSignIn(page, 'agent@example.com')
      await visit(page, `/policy/embed/${signed.policyNo}`)
      await expect(page.getByRole('region', { name: 'Invoices' })).toBeVisible()
    },
    async (page) => {
      await expandAll(page)
      await page.getByRole('button', { name: 'View Timeline' }).tap()
      await page.getByLabel('Note', { exact: true }).pressSequentially('The insured called.')
    },
  )
  await measure(
    'policies, agent',
    phone,
    async (page) => {
      await restoreSignIn(page, 'agent@example.com')
      await visit(page, '/policies')
      await expect(page.getByRole('tab', { name: 'To pay' })).toBeVisible()
    },
    async (page) => {
      await page.getByRole('tab', { name: 'To pay' }).tap()
      await page.getByRole('tab', { name: 'All' }).tap()
      await page.getByLabel('Policy, name or address').pressSequentially('Traveler')
      await page.getByRole('button', { name: 'Filters' }).tap()
      await page.getByRole('button', { name: 'Search policies' }).tap()
    },
  )
  await measure(
    'policies, back office',
    desktop,
    async (page) => {
      await signInToBackOffice(page, 'superuser')
      await visit(page, '/admin/policies')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
    },
    async (page) => {
      await page.getByRole('row').nth(2).click()
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox').nth(1).click()
      await page.keyboard.press('/')
      await page.keyboard.type('Traveler')
    },
  )
} finally {
  await database.close()
  await browser.close()
  await stop()
}
