import { type CDPSession, expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getTextPages } from '../support/pdf.ts'
import {
  consent,
  draw,
  expectDone,
  fillBank,
  getUrl,
  type Insured,
  openLink,
  placeSignatures,
  signInAsInsured,
  signWithText,
  visit,
} from '../support/user-actions.ts'

test('lets an agent sign all documents with one drawing before the policyholder signs and pays [C056] [C088] [C089] [C092] [C093] [C122]', async ({
  page: home,
  openSharedPage,
  book,
}) => {
  const insured = await book.aPolicy()
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${insured.policyNo}`)
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await consent(page)
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const proceed = page.getByRole('button', { name: 'Finish signing' })
  await apply.click()
  await expect(page.getByText('Draw your signature, or use a text signature.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Next|Sign here)$/ })).toHaveCount(0)
  // Only the policyholder must draw initials.
  await expect(page.getByRole('img', { name: 'Draw your initials' })).toHaveCount(0)
  await draw(page, 'Draw your signature')
  await apply.click()
  await expect(page.getByRole('button', { name: /^(Next|Sign here)$/ })).toBeVisible()
  await expect(proceed).toHaveCount(0)
  await placeSignatures(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.countSignedFields(insured.policyNo, 1)).toBeGreaterThan(1)
  expect(await book.countSignedFields(insured.policyNo, 2)).toBe(0)

  await home.bringToFront()
  await signInAsInsured(home, insured)
  await home.getByRole('link', { name: 'Continue to signing' }).click()
  await expect(home.getByText('You are currently signing as the Insured')).toBeVisible()
  await consent(home)
  await draw(home, 'Draw your signature')
  await draw(home, 'Draw your initials')
  await home.getByRole('button', { name: 'Apply', exact: true }).click()
  await placeSignatures(home)
  await fillBank(home)
  await home.getByRole('button', { name: /^Pay \$/ }).click()
  await expectDone(home)
  await expect(home.getByRole('button', { name: 'View Policy' })).toHaveCount(0)
  await expect(home.getByRole('button', { name: 'View my policy' })).toBeVisible()
})

test('requires New York signers who draw a signature to accept the ELANY notice first [C123]', {
  tag: '@nightly',
}, async ({ page: home, openSharedPage, book }) => {
  const brooklyn = { ...{ city: 'Brooklyn', state: 'NY', zip: '11231' }, ...{ lat: 40.678, lng: -74.001 } }
  const insured = await book.aPolicy({ place: { ...brooklyn, county: 'Kings', countyFips: '36047' } })
  const signByDrawing = async (signer: Page, isInsured: boolean) => {
    await consent(signer)
    await draw(signer, 'Draw your signature')
    if (isInsured) await draw(signer, 'Draw your initials')
    const apply = signer.getByRole('button', { name: 'Apply', exact: true })
    await apply.click()
    await expect(signer.getByText('Check the box to confirm that you have read the ELANY notice.')).toBeVisible()
    await signer.getByLabel(/^I have read the Excess Line Association of New York \(ELANY\) notice/).check()
    await apply.click()
    await placeSignatures(signer)
    await expect(signer.getByText('Please choose your method of payment.')).toBeVisible()
  }
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${insured.policyNo}#signatureAgentModalOpen`)
  await signByDrawing(page, false)
  expect(await book.countSignedFields(insured.policyNo, 1)).toBeGreaterThan(0)

  await home.bringToFront()
  await openLink(home, await book.createPolicyLink(insured.policyNo), insured)
  await home.getByRole('link', { name: 'Continue to signing' }).click()
  await signByDrawing(home, true)
  expect(await book.countSignedFields(insured.policyNo, 2)).toBeGreaterThan(0)
})

test('lets staff skip signing and continue to payment without signatures [C038] [C039]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}#signatureAgentModalOpen`)
  await page.getByRole('button', { name: 'Skip to payment' }).click()
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.countSignedFields(policyNo, 1)).toBe(0)
  expect(await book.countSignedFields(policyNo, 2)).toBe(0)
})

/** Logs in as a policyholder who has given consent and opens the documents to sign. */
async function openDocuments(page: Page, insured: Insured, link: string) {
  await openLink(page, link, insured)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await consent(page)
}

test('shares placed signatures between two tabs, and submits the signatures once', { tag: '@nightly' }, async ({
  page,
  context,
  book,
}) => {
  const insured = await book.aPolicy()
  await openDocuments(page, insured, await book.createPolicyLink(insured.policyNo))
  await page.getByLabel('Use a text signature').check()
  const second = await context.newPage()
  await second.goto(getUrl('/policyholder/documents'))
  await expect(second.getByLabel('Use a text signature')).toBeChecked()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(second.getByText('2 signatures left.')).toBeVisible()
  await placeSignatures(page)
  await expect(page).toHaveURL(getUrl('/policyholder/payments'))
  await expect(second).toHaveURL(getUrl('/policyholder/payments'))
  expect(await book.countSignedFields(insured.policyNo, 2)).toBe(2)
  expect(await second.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('ink')))).toEqual([])
})

test('explains that documents must be signed before a cancellation request', { tag: '@nightly' }, async ({
  page,
  book,
}) => {
  const insured = await book.aPolicy({ signed: 'agent' })
  await openLink(page, await book.createPolicyLink(insured.policyNo, { purpose: 'cancel' }), insured)
  await expect(page.getByText('Then you can request the cancellation.')).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps).toHaveCount(0)
  await signWithText(page)
  await page.getByRole('button', { name: 'Cancel Policy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Cancellation request' })).toBeAttached()
  await expect(page.getByText('Please sign the following to cancel the policy.')).toBeAttached()
  await expect(page.getByText('complete your application')).toHaveCount(0)
  await expect(steps).toHaveCount(0)
})

test.describe('signing on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  type Fingers = readonly (readonly [x: number, y: number])[]
  const touch = (client: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Fingers) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id })) })

  /** Simulates a pinch gesture around a point, from one finger distance to another. */
  async function pinch(page: Page, [x, y]: readonly [number, number], from: number, to: number) {
    const client = await page.context().newCDPSession(page)
    const around = (half: number) =>
      [
        [x - half, y],
        [x + half, y],
      ] as const
    await touch(client, 'touchStart', around(from))
    for (let step = 1; step <= 8; step++) await touch(client, 'touchMove', around(from + ((to - from) * step) / 8))
    await touch(client, 'touchEnd', [])
    await client.detach()
  }

  /** Part of the canvas API that these tests use, because they are compiled without DOM types. */
  interface Canvas {
    width: number
    height: number
    getContext(kind: '2d'): { getImageData(...box: number[]): { data: ArrayLike<number> } } | null
  }

  test('zooms only the document with a two-finger gesture, and keeps the touched field visible', {
    tag: '@nightly',
  }, async ({ page, book }) => {
    const insured = await book.aPolicy()
    await openDocuments(page, insured, await book.createPolicyLink(insured.policyNo))
    await page.getByLabel('Use a text signature').check()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const paper = page.getByRole('region', { name: 'Flood Application' })
    const flag = paper.getByRole('button', { name: /^Initial here/ })
    await expect(flag).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Sign here', exact: true })).toBeVisible()
    const place = flag.locator('..')
    const middle = async () => {
      const box = await place.boundingBox()
      if (!box) throw new Error('The place cannot be seen.')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
    }
    const before = await middle()
    await pinch(page, [before.x, before.y], 30, 60)
    await expect.poll(async () => (await middle()).width / before.width).toBeCloseTo(2, 0)
    const larger = await middle()
    expect(Math.abs(larger.y - before.y)).toBeLessThan(24)
    expect(larger.x).toBeGreaterThanOrEqual(0)
    expect(larger.x).toBeLessThan(390)
    // The bottom bar and its button keep their size.
    const scale = page.locator('html').evaluate((html) => html.ownerDocument.defaultView?.visualViewport?.scale)
    expect(await scale).toBe(1)
    // The button scrolls to the other field, which is off screen after zooming.
    const main = page.getByRole('button', { name: /^(Next|Sign here)$/ })
    await expect(main).toBeInViewport({ ratio: 1 })
    expect((await main.boundingBox())?.width).toBeCloseTo(358, 0)
    await pinch(page, [larger.x, larger.y], 90, 20)
    await expect.poll(async () => (await middle()).width).toBeCloseTo(before.width, 0)
    await page.getByRole('button', { name: 'Show Flood Application larger' }).click()
    await expect.poll(async () => (await middle()).width / before.width).toBeCloseTo(1.5, 1)
  })

  test('keeps a signature drawn in landscape uncropped after rotation and a reload', { tag: '@nightly' }, async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    await page.setViewportSize({ width: 844, height: 390 })
    await openDocuments(page, insured, await book.createPolicyLink(insured.policyNo))
    await draw(page, 'Draw your signature')
    const pad = page.getByRole('img', { name: 'Draw your signature' })
    /** Returns the right edge of the ink as a fraction of the width. */
    const inkReaches = () =>
      pad.evaluate((canvas: Canvas) => {
        const { width, height } = canvas
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
        let right = 0
        for (let at = 3; at < data.length; at += 4) if (data[at]) right = Math.max(right, ((at - 3) / 4) % width)
        return right / width
      })
    const boxWas = (await pad.boundingBox())?.width ?? 0
    expect(await inkReaches()).toBeGreaterThan(0.7)
    await page.setViewportSize({ width: 300, height: 700 })
    await expect.poll(async () => (await pad.boundingBox())?.width).toBeLessThan(0.8 * boxWas)
    // Checks that the signature is not clipped. A clipped signature would end exactly at the edge.
    const isWhole = async () => {
      await expect.poll(inkReaches).toBeGreaterThan(0.7)
      expect(await inkReaches()).toBeLessThan(0.99)
    }
    await isWhole()
    await page.reload()
    await isWhole()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByText('2 signatures left.')).toBeVisible()
  })

  test('renders only nearby pages of a long document, but all text for screen readers', { tag: '@nightly' }, async ({
    page,
    book,
  }) => {
    const insured = await book.aPolicy()
    const body = getTextPages(Array.from({ length: 12 }, (_, index) => `These are the words of sheet ${index + 1}`))
    await page.route('**/api/v1/documents/pdf*', (route) => route.fulfill({ body, contentType: 'application/pdf' }))
    await openDocuments(page, insured, await book.createPolicyLink(insured.policyNo))
    await page.getByLabel('Use a text signature').check()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const paper = page.getByRole('region', { name: 'Flood Application' })
    await expect(paper.getByText('Page 12 of 12')).toBeAttached()
    await expect(paper.getByText('These are the words of sheet 12')).toBeAttached()
    await expect(paper.locator('canvas').first()).toBeVisible()
    expect(await paper.locator('canvas').count()).toBeLessThan(8)
    await paper.getByText('Page 12 of 12').scrollIntoViewIfNeeded()
    await expect(paper.getByRole('figure').last().locator('canvas')).toBeVisible()
    expect(await paper.locator('canvas').count()).toBeLessThan(8)
    await placeSignatures(page)
    await expect(page).toHaveURL(getUrl('/policyholder/payments'))
    expect(await book.countSignedFields(insured.policyNo, 2)).toBe(2)
  })
})
