import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { at, linkFromMailbox, pressByKey, tabTo } from '../support/people.ts'

const paying = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const isAt = (page: Page, path: string) => expect(page).toHaveURL(at(`/policyholder/${path}`))

/** The connection goes and comes back, the page is loaded again: each time the step is where it was. */
async function interrupted(page: Page, isThere: () => Promise<void>) {
  await inFlightMode(page, isThere)
  await page.reload()
  await isThere()
}

async function inFlightMode(page: Page, isThere: () => Promise<void>) {
  const told = page.getByText('You are offline.')
  // What has not come yet cannot stay: the first screens stand before their scripts do (ADR 23).
  await isThere()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(told).toBeVisible()
  await isThere()
  await page.context().setOffline(false)
  await expect(told).toBeHidden()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an insured signs and pays in 15 presses, and loses nothing by a reload or in flight mode [C007] [C037] [C101] [P091] [P092] [P093]', async ({
    page,
    context,
    book,
  }) => {
    const insured = await book.aPolicy()
    let presses = 0
    /** What is to be pressed stands on the screen without scrolling. */
    const press = async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 })
      await target.tap()
      presses += 1
    }
    /** A touch where it stands: Playwright's own tap may scroll to the bar at the lower edge first, and away from the place. */
    const touch = async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 })
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      presses += 1
    }
    await page.goto(at('/splash'))
    const toLink = page.getByRole('link', { name: 'Get a link to my policy' })
    await interrupted(page, () => expect(toLink).toBeInViewport({ ratio: 1 }))
    await press(toLink)
    const who = page.getByLabel('Email or policy number')
    await who.fill(insured.policyNo)
    await interrupted(page, () => expect(who).toHaveValue(insured.policyNo))
    await press(page.getByRole('button', { name: 'Continue' }))
    const zip = page.getByLabel('ZIP code')
    await zip.fill(insured.zip)
    await interrupted(page, () => expect(zip).toHaveValue(insured.zip))
    await press(page.getByRole('button', { name: 'Email me a link' }))
    await interrupted(page, () => expect(page.getByText("we'll email you a link")).toBeInViewport())

    const link = await linkFromMailbox(page, insured.email, insured.policyNo)
    await page.goto(link)
    presses += 1
    await page.getByLabel('Phone Number').fill(insured.phone)
    await zip.fill(insured.zip)
    await interrupted(page, async () => {
      await expect(page.getByLabel('Phone Number')).toHaveValue(insured.phone)
      await expect(zip).toHaveValue(insured.zip)
    })
    await press(page.getByRole('button', { name: 'Open my policy' }))

    await isAt(page, 'welcome')
    const toSigning = page.getByRole('link', { name: 'Continue to signing' })
    await interrupted(page, () => expect(toSigning).toBeInViewport({ ratio: 1 }))
    await press(toSigning)

    await isAt(page, 'documents')
    await expect(page.getByText('You are currently signing as the Insured')).toBeVisible()
    await interrupted(page, () => expect(page.getByRole('button', { name: 'Agree and continue' })).toBeInViewport())
    await press(page.getByLabel(/I agree to use/))
    await inFlightMode(page, () => expect(page.getByLabel(/I agree to use/)).toBeChecked())
    await press(page.getByRole('button', { name: 'Agree and continue' }))

    // The server keeps the consent, the device what is made of the signature.
    const sheet = page.getByRole('dialog', { name: 'Your signature' })
    await sheet.getByLabel('Full name').fill('Marina T. Traveler')
    await interrupted(page, () => expect(sheet.getByLabel('Full name')).toHaveValue('Marina T. Traveler'))
    await press(sheet.getByLabel('Use a text signature'))
    await interrupted(page, () => expect(sheet.getByLabel('Use a text signature')).toBeChecked())
    await press(sheet.getByRole('button', { name: 'Apply', exact: true }))
    await expect(sheet).toHaveCount(0)

    const step = page.getByRole('button', { name: /^(Next|Sign here|Initial here|Finish signing)$/ })
    await interrupted(page, () => expect(page.getByText('2 signatures left.')).toBeVisible())
    await expect(page.getByText('Continue where you were')).toBeVisible()
    // The page begins at its start again; what the reload costs is not counted.
    const flag = page.getByRole('button', { name: 'Sign here in Flood Application' })
    await expect(flag).toBeAttached()
    await step.tap()
    // It moves no more once it can be tapped.
    await flag.tap({ trial: true })
    await touch(page.getByRole('button', { name: 'Sign here', exact: true }))
    await expect(page.getByText('1 signature left.')).toBeVisible()
    await interrupted(page, () => expect(page.getByText('1 signature left.')).toBeVisible())
    // Where the page begins after a reload is the browser's choice: it may stand at the place already.
    await page.waitForLoadState('networkidle')
    const says = await step.textContent()
    await step.tap()
    if (says === 'Next') {
      await page.getByRole('button', { name: 'Initial here in Flood Application' }).tap({ trial: true })
      await touch(page.getByRole('button', { name: 'Initial here', exact: true }))
    } else presses += 1
    const finish = page.getByRole('button', { name: 'Finish signing' })
    await interrupted(page, () => expect(finish).toBeInViewport({ ratio: 1 }))

    // Finished in flight mode, it goes on by itself once the connection is back.
    await context.setOffline(true)
    await press(finish)
    await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
    await context.setOffline(false)
    await isAt(page, 'payments')
    expect(await book.signedPlaces(insured.policyNo, 2)).toBe(2)

    await expect(paying(page)).toBeVisible()
    await interrupted(page, () => expect(paying(page)).toBeInViewport({ ratio: 1 }))
    await expect(page.getByText('$1,319.76').first()).toBeInViewport()
    await page.getByLabel('Routing number').fill('110000000')
    await page.getByLabel('Account number').fill('000123456789')
    // Numbers of accounts are kept by the page alone.
    await inFlightMode(page, () => expect(page.getByLabel('Account number')).toHaveValue('000123456789'))
    await press(paying(page))

    await isAt(page, 'payments/complete')
    await expect(page.getByText('All your tasks are complete!')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Signed documents' }).getByRole('button')).not.toHaveCount(0)
    await interrupted(page, () => expect(page.getByRole('button', { name: 'View my policy' })).toBeInViewport())
    // The receipt is there once the bank has settled the payment.
    const receipt = page.getByRole('button', { name: 'Open the receipt' })
    await expect(async () => {
      await page.reload()
      await expect(receipt).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    const opened = context.waitForEvent('page')
    await press(receipt)
    await opened
    expect(presses).toBeLessThanOrEqual(15)
    expect(await book.paymentsOf(insured.policyNo)).toHaveLength(1)
  })
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 850 } })

  test('an insured comes in, signs and pays by keyboard alone, and loses nothing either [P007]', async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
      return page.getByLabel(label, { exact: true })
    }
    const byEnter = async (name: string, role: 'link' | 'button' = 'button') => {
      const target = page.getByRole(role, { name, exact: true })
      await expect(target).toBeInViewport({ ratio: 1 })
      await pressByKey(page, target, 'Enter')
    }
    await page.goto(at('/splash'))
    const toLink = page.getByRole('link', { name: 'Get a link to my policy' })
    await interrupted(page, () => expect(toLink).toBeInViewport({ ratio: 1 }))
    await byEnter('Get a link to my policy', 'link')
    const who = await type('Email or policy number', insured.policyNo)
    await interrupted(page, () => expect(who).toHaveValue(insured.policyNo))
    await byEnter('Continue')
    const zip = await type('ZIP code', insured.zip)
    await interrupted(page, () => expect(zip).toHaveValue(insured.zip))
    await byEnter('Email me a link')
    await interrupted(page, () => expect(page.getByText("we'll email you a link")).toBeVisible())

    await page.goto(await linkFromMailbox(page, insured.email, insured.policyNo))
    await type('Phone Number', insured.phone)
    await type('ZIP code', insured.zip)
    await interrupted(page, () => expect(zip).toHaveValue(insured.zip))
    await byEnter('Open my policy')
    await interrupted(page, () => isAt(page, 'welcome'))
    await byEnter('Continue to signing', 'link')
    const consent = page.getByLabel(/I agree to use/)
    await interrupted(page, () => expect(consent).toBeVisible())
    await pressByKey(page, consent, 'Space')
    await inFlightMode(page, () => expect(consent).toBeChecked())
    await byEnter('Agree and continue')
    const typed = page.getByLabel('Use a text signature')
    await pressByKey(page, typed, 'Space')
    await interrupted(page, () => expect(typed).toBeChecked())
    await byEnter('Apply')
    const next = page.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
    const finish = page.getByRole('button', { name: 'Finish signing' })
    // The focus is on the one button, and stays on it.
    await expect(next).toBeFocused()
    const left = page.getByText('2 signatures left.')
    await interrupted(page, () => expect(left).toBeVisible())
    await tabTo(page, next)
    while (await left.isVisible()) await page.keyboard.press('Enter')
    await interrupted(page, () => expect(page.getByText('1 signature left.')).toBeVisible())
    await tabTo(page, next)
    while ((await finish.count()) === 0) await page.keyboard.press('Enter')
    await expect(finish).toBeFocused()
    await interrupted(page, () => expect(finish).toBeInViewport({ ratio: 1 }))
    await byEnter('Finish signing')
    await isAt(page, 'payments')
    expect(await book.signedPlaces(insured.policyNo, 2)).toBe(2)
    await interrupted(page, () => expect(paying(page)).toBeInViewport({ ratio: 1 }))
    await type('Routing number', '110000000')
    await type('Account number', '000123456789')
    // Numbers of accounts are kept by the page alone.
    await inFlightMode(page, () => expect(page.getByLabel('Account number')).toHaveValue('000123456789'))
    await page.keyboard.press('Enter')
    await isAt(page, 'payments/complete')
    await interrupted(page, () => expect(page.getByRole('button', { name: 'View my policy' })).toBeInViewport())
    await byEnter('View my policy')
    await isAt(page, `policies/${insured.policyNo}`)
    await interrupted(page, () => expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible())
    expect(await book.paymentsOf(insured.policyNo)).toHaveLength(1)
  })
})
