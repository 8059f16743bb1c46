import { expect, type Page } from '@playwright/test'
import { demoPassword } from '@tideline/api/demo-book/log-ins.ts'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, getUrl, visit } from '../support/user-actions.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Returns the agency number from a page heading such as "Sandbar Coverage (100112)". */
async function readAgencyNo(page: Page): Promise<string> {
  const heading = await page.getByRole('heading', { name: /\(\d+\)$/ }).textContent()
  return heading?.match(/\((\d+)\)$/)?.[1] ?? ''
}

/** Approves an agency's new bank account as a second staff member (ACC-8). */
async function approveBankAccount(page: Page, agencyNo: string) {
  const data = { email: 'superuser@example.com', password: demoPassword }
  const { payload } = await (await page.request.post(getUrl('/api/v1/auth/login'), { data })).json()
  const headers = { Authorization: `Bearer ${payload.token}` }
  const pending = encodeURIComponent(JSON.stringify({ state: 'pending' }))
  const approvals = await (await page.request.get(getUrl(`/api/admin/approvals?filter=${pending}`), { headers })).json()
  const { id } = approvals.find((one: { entityId: string }) => one.entityId === agencyNo)
  const url = getUrl(`/api/admin/approvals/${id}/decide`)
  expect((await page.request.post(url, { headers, data: { decision: 'approve' } })).status()).toBe(200)
}

test('lets staff add a sub-agency, complete its record and change its parent agency', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('internal')
  await page.getByRole('menuitem', { name: 'Agencies' }).click()
  await page.getByPlaceholder('Number, company, city or person').fill('Lighthouse')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('cell', { name: '100110', exact: true }).first().click()
  await tab(page, 'Sub-agencies').click()
  await expect(page.getByRole('link', { name: '100111' })).toBeVisible()
  await page.getByRole('link', { name: 'New sub-agency' }).click()

  await expect(page.getByLabel('Parent agency number')).toHaveValue('100110')
  await page.getByLabel('Company').fill('Sandbar Coverage')
  await page.getByLabel('Street address').fill('7 Sandbar Demo Rd')
  await page.getByLabel('City').fill('Tampa')
  await page.getByLabel('State').fill('fl')
  await page.getByLabel('ZIP code').fill('33606')
  await page.getByLabel('Phone').fill('813-555-0177')
  await page.getByLabel('Email').fill('sandbar@example.com')
  await page.getByRole('button', { name: 'Create agency' }).click()
  await expect(page.getByRole('heading', { name: /^Sandbar Coverage \(\d+\)$/ })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await tab(page, 'Bank').click()
  await page.getByLabel('Routing number').fill('123456789')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('this routing number is not valid').first()).toBeVisible()
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Change parent' })).toBeVisible()
  await approveBankAccount(page, await readAgencyNo(page))
  await page.reload()
  await tab(page, 'Bank').click()
  await expect(page.getByText('********6789')).toBeVisible()
  await expectAccessible(page)

  await tab(page, 'Documents').click()
  const upload = () =>
    page
      .getByLabel('Document to upload')
      .setInputFiles({ name: 'agreement.txt', mimeType: 'text/plain', buffer: Buffer.from('We agree.') })
  await upload()
  await expect(page.getByRole('button', { name: 'agreement.txt', exact: true })).toBeVisible()
  await upload()
  await expect(page.getByText('Document has already been uploaded.')).toBeVisible()

  await page.getByRole('button', { name: 'Change parent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New parent agency number').fill('100200')
  await expect(dialog).toContainText('changes from 100110 to 100200')
  await dialog.getByRole('button', { name: 'Change parent' }).click()
  await tab(page, 'Info').click()
  await expect(page.getByText('100200', { exact: true })).toBeVisible()
})

test('fits the agency page to the width of a phone', { tag: '@nightly' }, async ({ openSharedPage }) => {
  const page = await openSharedPage('internal')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['', '/100100/show', '/100100/show/licenses', '/100100/show/documents', '/100100/licenses']) {
    await visit(page, `/admin/agencies${path}`)
    await expect(page.getByText(/Harborview|FL/).first()).toBeVisible()
    const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(over, path).toBeLessThanOrEqual(0)
  }
})
