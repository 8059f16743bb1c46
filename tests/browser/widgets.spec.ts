import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { expectAccessible, getUrl, pressByKey, restoreSignIn } from '../support/user-actions.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

let site: Server
let pages: Record<string, { type: string; body: string }> = {}
/**
 * URL of the agency's website, which has a different origin. Its content security policy forbids inline code, inline
 * styles, and eval.
 */
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

test.beforeAll(async () => {
  site = createServer((request, response) => {
    const page = pages[request.url ?? '']
    const baseUrl = process.env.TIDELINE_URL
    response.writeHead(page ? 200 : 404, {
      'Content-Type': page?.type ?? 'text/plain',
      'Content-Security-Policy': `default-src 'none'; script-src 'self' ${baseUrl}; style-src ${baseUrl}; connect-src ${baseUrl}; img-src data:`,
    })
    response.end(page?.body)
  })
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
})
test.afterAll(() => new Promise<void>((resolve) => void site.close(() => resolve())))

test('lets an agent register a widget that works by keyboard on another site [D414] [D415] [D099]', {
  tag: '@nightly',
}, async ({ page }) => {
  await restoreSignIn(page, 'agent@example.com')
  await page.goto(getUrl('/widgets'))
  await page.getByRole('button', { name: 'New registration' }).click()
  const form = page.getByRole('dialog', { name: 'New Registration' })
  await form.getByLabel(/^Name/).fill('Journey <b>page</b>')
  await form.getByLabel('Referral Email', { exact: true }).fill('journey@example.com')
  await form.getByLabel('Referral Phone').fill('8135550177')
  await form.getByLabel(/Referral Website/).fill('https://journey.example.com')
  await form.getByLabel('Use referral email on leads').check()
  await form.getByLabel(/^Logo \(/).setInputFiles({
    ...{ name: 'logo.png', mimeType: 'image/png' },
    buffer: Buffer.from(png, 'base64'),
  })
  await form.getByLabel('Logo alignment').selectOption('right')
  await form.getByLabel(/^Disclosure/).fill('Quotes are <i>estimates</i>.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Embed Journey <b>page</b>' }).click()
  const embed = page.getByRole('dialog', { name: /^Embed/ })
  await embed.getByLabel('Primary color').fill('#ffd400')
  await embed.getByLabel('Button text').fill('</script>Quote me')
  await expectAccessible(page)
  const code = (label: string) => embed.getByLabel(label, { exact: true }).inputValue()
  const [script, stylesheet, container, init, url] = [
    await code('Script tag'),
    await code('Stylesheet tag'),
    await code('Container element'),
    await code('Init code'),
    await code('Unique URL'),
  ]
  // The element's content comes from a separate file, because this website allows no inline code.
  pages = {
    '/': {
      type: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Harborview</title><link rel="icon" href="data:,">${stylesheet}</head>
        <body><main><h1>Harborview</h1>${container}</main>${script}<script src="/site.js"></script></body></html>`,
    },
    '/site.js': { type: 'text/javascript', body: init.replace(/^<script>|<\/script>$/g, '') },
  }
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', ({ message }) => problems.push(message))
  /**
   * Checks that nothing has been blocked or thrown so far, and runs axe. Then clears the list of problems, because the
   * browser blocks axe's own styles.
   */
  const expectQuietAndAccessible = async () => {
    expect(problems).toEqual([])
    await expectAccessible(page)
    problems.length = 0
  }

  await page.goto(origin())
  const address = page.getByRole('combobox', { name: 'Property address' })
  await expect(address).toHaveAttribute('placeholder', 'Enter address here')
  const quoteButton = page.getByRole('button', { name: '</script>Quote me' })
  await expect(quoteButton).toHaveCSS('background-color', 'rgb(255, 212, 0)')
  await expect(quoteButton).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('img')).toHaveAttribute('src', `data:image/png;base64,${png}`)
  await expect(page.getByText('Quotes are <i>estimates</i>.')).toBeVisible()
  const ours = await page
    .locator('html')
    .evaluate((html) => Object.keys(html.ownerDocument.defaultView ?? {}).filter((name) => /tideline/i.test(name)))
  expect(ours).toEqual(['TidelineWidget'])
  await expectQuietAndAccessible()

  await pressByKey(page, quoteButton, 'Enter')
  await expect(page.getByText('Enter the address of the property.')).toBeVisible()
  await expect(address).toBeFocused()
  await page.keyboard.type('1200 Bayshore Demo Blvd, Tampa <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await page.keyboard.type('Marina Sample')
  await page.keyboard.press('Tab')
  await page.keyboard.type('marina.sample@example.com')
  await expectQuietAndAccessible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expect(page.getByText(/will follow up with a quote\.$/)).toBeVisible()
  await expect(page.getByText('1200 Bayshore Demo Blvd, Tampa <b>').last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'journey@example.com' })).toHaveAttribute(
    'href',
    'mailto:journey@example.com',
  )
  await expect(page.getByRole('link', { name: '813-555-0177' })).toHaveAttribute('href', 'tel:+1-813-555-0177')
  await expectQuietAndAccessible()

  await page.goto(url)
  await expect(page).toHaveTitle('Tideline / Get a quote')
  await expect(page.getByRole('button', { name: 'Get a quote' })).toBeVisible()
  await expectQuietAndAccessible()

  // Returns the response of a deployment that has a quoting site, to which the address is sent. An API test covers that
  // response.
  await page.route('**/api/v1/widgets/*', async (route) => {
    const response = await route.fetch()
    const { payload, ...rest } = await response.json()
    await route.fulfill({
      response,
      json: { ...rest, payload: { ...payload, quoteUrl: `${origin()}/start?from=site` } },
    })
  })
  await page.goto(origin())
  await address.fill('1 Main St & Co')
  await address.press('Enter')
  await page.getByLabel('Your name').fill('Jules Template')
  await page.getByLabel('Email').fill('jules.template@example.com')
  await page.getByRole('button', { name: 'Request a quote' }).click()
  const continued = page.getByRole('link', { name: 'Continue to an online quote' })
  const [request] = await Promise.all([page.waitForRequest(/\/start\?/), continued.click()])
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
    ...{ from: 'site', address: '1 Main St & Co', agencyNo: '100100', widget: url.split('/').at(-2) },
  })
  expect(problems.filter((text) => !/404/.test(text))).toEqual([])

  await page.goto(getUrl('/widgets'))
  await expect(page.getByRole('rowheader', { name: 'Jules Template' }).first()).toBeVisible()
})
