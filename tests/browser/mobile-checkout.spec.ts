import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getLinkFromMailbox, getUrl, pressByKey, tabTo } from '../support/user-actions.ts'

const paying = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const isAt = (page: Page, path: string) => expect(page).toHaveURL(getUrl(`/policyholder/${path}`))

/** Goes offline, returns online, and reloads the page. Expects the same step each time. */
async function checkInterruption(page: Page, isThere: () => Promise<void>) {
  await checkOffline(page, isThere)
  await page.reload()
  await isThere()
}

async function checkOffline(page: Page, isThere: () => Promise<void>) {
  const notice = page.getByText('You are offline.')
  // Waits until the step has loaded, because a first screen renders before its scripts load (ADR 23). Only loaded
  // content remains available offline.
  await isThere()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(notice).toBeVisible()
  await isThere()
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
}

test.describe('checkout on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('requires at most 15 taps, and loses no input on reload or while offline [C007] [C037] [C101] [P091] [P092] [P093]', async ({
    page,
    context,
    book,
  }) => {
    const insured = await book.aPolicy()
    let presses = 0
    /** Taps a target, which must be visible without scrolling. */
    const press = async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 })
      await target.tap()
      presses += 1
    }
    /** Taps at the target's coordinates, because Playwright's own `tap` may scroll first. */
    const touch = async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 })
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      presses += 1
    }
    await page.goto(getUrl('/splash'))
    const toLink = page.getByRole('link', { name: 'Get a link to my policy' })
    await checkInterruption(page, () => expect(toLink).toBeInViewport({ ratio: 1 }))
    await press(toLink)
    const who = page.getByLabel('Email or policy number')
    await who.fill(insured.policyNo)
    await checkInterruption(page, () => expect(who).toHaveValue(insured.policyNo))
    await press(page.getByRole('button', { name: 'Continue' }))
    const zip = page.getByLabel('ZIP code')
    await zip.fill(insured.zip)
    await checkInterruption(page, () => expect(zip).toHaveValue(insured.zip))
    await press(page.getByRole('button', { name: 'Email me a link' }))
    await checkInterruption(page, () => expect(page.getByText("we'll email you a link")).toBeInViewport())

    const link = await getLinkFromMailbox(page, insured.email, insured.policyNo)
    await page.goto(link)
    presses += 1
    await page.getByLabel('Phone Number').fill(insured.phone)
    await zip.fill(insured.zip)
    await checkInterruption(page, async () => {
      await expect(page.getByLabel('Phone Number')).toHaveValue(insured.phone)
      await expect(zip).toHaveValue(insured.zip)
    })
    await press(page.getByRole('button', { name: 'Open my policy' }))

    await isAt(page, 'welcome')
    const toSigning = page.getByRole('link', { name: 'Continue to signing' })
    await checkInterruption(page, () => expect(toSigning).toBeInViewport({ ratio: 1 }))
    await press(toSigning)

    await isAt(page, 'documents')
    await expect(page.getByText('You are currently signing as the Insured')).toBeVisible()
    await checkInterruption(page, () =>
      expect(page.getByRole('button', { name: 'Agree and continue' })).toBeInViewport(),
    )
    await press(page.getByLabel(/I agree to use/))
    await checkOffline(page, () => expect(page.getByLabel(/I agree to use/)).toBeChecked())
    await press(page.getByRole('button', { name: 'Agree and continue' }))

    // The consent is stored on the server, and the signature on the device.
    const sheet = page.getByRole('dialog', { name: 'Your signature' })
    await sheet.getByLabel('Full name').fill('Marina T. Traveler')
    await checkInterruption(page, () => expect(sheet.getByLabel('Full name')).toHaveValue('Marina T. Traveler'))
    await press(sheet.getByLabel('Use a text signature'))
    await checkInterruption(page, () => expect(sheet.getByLabel('Use a text signature')).toBeChecked())
    await press(sheet.getByRole('button', { name: 'Apply', exact: true }))
    await expect(sheet).toHaveCount(0)

    const step = page.getByRole('button', { name: /^(Next|Sign here|Initial here|Finish signing)$/ })
    await checkInterruption(page, () => expect(page.getByText('2 signatures left.')).toBeVisible())
    await expect(page.getByText('Continue where you were')).toBeVisible()
    // After the reload, the page is at the top again. This tap does not count.
    const flag = page.getByRole('button', { name: 'Sign here in Flood Application' })
    await expect(flag).toBeAttached()
    await step.tap()
    // Waits until the field has stopped moving and can be tapped.
    await flag.tap({ trial: true })
    await touch(page.getByRole('button', { name: 'Sign here', exact: true }))
    await expect(page.getByText('1 signature left.')).toBeVisible()
    await checkInterruption(page, () => expect(page.getByText('1 signature left.')).toBeVisible())
    // After a reload, the browser restores the scroll position, so the field may already be visible.
    await page.waitForLoadState('networkidle')
    const says = await step.textContent()
    await step.tap()
    if (says === 'Next') {
      await page.getByRole('button', { name: 'Initial here in Flood Application' }).tap({ trial: true })
      await touch(page.getByRole('button', { name: 'Initial here', exact: true }))
    } else presses += 1
    const finish = page.getByRole('button', { name: 'Finish signing' })
    await checkInterruption(page, () => expect(finish).toBeInViewport({ ratio: 1 }))

    // Finishes signing while offline. The request continues automatically when the connection returns.
    await context.setOffline(true)
    await press(finish)
    await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
    await context.setOffline(false)
    await isAt(page, 'payments')
    expect(await book.countSignedFields(insured.policyNo, 2)).toBe(2)

    await expect(paying(page)).toBeVisible()
    await checkInterruption(page, () => expect(paying(page)).toBeInViewport({ ratio: 1 }))
    await expect(page.getByText('$1,319.76').first()).toBeInViewport()
    await page.getByLabel('Routing number').fill('110000000')
    await page.getByLabel('Account number').fill('000123456789')
    // Does not reload the page, because account numbers are kept only in memory.
    await checkOffline(page, () => expect(page.getByLabel('Account number')).toHaveValue('000123456789'))
    await press(paying(page))

    await isAt(page, 'payments/complete')
    await expect(page.getByText('All your tasks are complete!')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Signed documents' }).getByRole('button')).not.toHaveCount(0)
    await checkInterruption(page, () => expect(page.getByRole('button', { name: 'View my policy' })).toBeInViewport())
    // The receipt is available only after the bank has settled the payment.
    const receipt = page.getByRole('button', { name: 'Open the receipt' })
    await expect(async () => {
      await page.reload()
      await expect(receipt).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    const opened = context.waitForEvent('page')
    await press(receipt)
    await opened
    expect(presses).toBeLessThanOrEqual(15)
    expect(await book.getPayments(insured.policyNo)).toHaveLength(1)
  })
})

test.describe('checkout on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 850 } })

  test('can be completed by a policyholder with only the keyboard [P007]', async ({ page, book }) => {
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
    await page.goto(getUrl('/splash'))
    await byEnter('Get a link to my policy', 'link')
    const who = await type('Email or policy number', insured.policyNo)
    await expect(who).toHaveValue(insured.policyNo)
    await byEnter('Continue')
    const zip = await type('ZIP code', insured.zip)
    await expect(zip).toHaveValue(insured.zip)
    await byEnter('Email me a link')
    await expect(page.getByText("we'll email you a link")).toBeVisible()

    await page.goto(await getLinkFromMailbox(page, insured.email, insured.policyNo))
    await type('Phone Number', insured.phone)
    await type('ZIP code', insured.zip)
    await expect(zip).toHaveValue(insured.zip)
    await byEnter('Open my policy')
    await isAt(page, 'welcome')
    await byEnter('Continue to signing', 'link')
    const consent = page.getByLabel(/I agree to use/)
    await expect(consent).toBeVisible()
    await pressByKey(page, consent, 'Space')
    await expect(consent).toBeChecked()
    await byEnter('Agree and continue')
    const typed = page.getByLabel('Use a text signature')
    await pressByKey(page, typed, 'Space')
    await expect(typed).toBeChecked()
    await byEnter('Apply')
    const next = page.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
    const finish = page.getByRole('button', { name: 'Finish signing' })
    // The main button has the focus and must keep it.
    await expect(next).toBeFocused()
    const left = page.getByText('2 signatures left.')
    await expect(left).toBeVisible()
    await tabTo(page, next)
    while (await left.isVisible()) await page.keyboard.press('Enter')
    await expect(page.getByText('1 signature left.')).toBeVisible()
    await tabTo(page, next)
    while ((await finish.count()) === 0) await page.keyboard.press('Enter')
    await expect(finish).toBeFocused()
    await expect(finish).toBeInViewport({ ratio: 1 })
    await byEnter('Finish signing')
    await isAt(page, 'payments')
    expect(await book.countSignedFields(insured.policyNo, 2)).toBe(2)
    await expect(paying(page)).toBeInViewport({ ratio: 1 })
    await type('Routing number', '110000000')
    await type('Account number', '000123456789')
    await page.keyboard.press('Enter')
    await isAt(page, 'payments/complete')
    await expect(page.getByRole('button', { name: 'View my policy' })).toBeInViewport()
    await byEnter('View my policy')
    await isAt(page, `policies/${insured.policyNo}`)
    await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
    expect(await book.getPayments(insured.policyNo)).toHaveLength(1)
  })
})
