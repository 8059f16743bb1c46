import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { createJpeg, sampleExif } from '@tideline/api/testing/photo.ts'
import { test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, getUrl, openLink, visit } from '../support/user-actions.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Claims', exact: true })
const report = (page: Page) => page.getByRole('dialog', { name: 'Report a Claim' })
const active = { signed: 'both', payment: 'paid', inception: addDays(today, -40) } as const

async function reportLoss(page: Page, text: string) {
  await card(page).getByRole('button', { name: 'Report a Claim' }).click()
  await report(page).getByLabel('Date of loss').fill(addDays(today, -3))
  await report(page).getByLabel('Date of notice').fill(addDays(today, -2))
  await report(page).getByLabel('What happened').fill(text)
  await report(page).getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('The claim was reported.').first()).toBeVisible()
}

test('lets staff report, edit and delete a claim [D024] [D081] [D082] [D289]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy(active)
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await expandSection(page, 'Claims')
  await expect(card(page).getByText('No claims have been made for this policy')).toBeVisible()
  await card(page).getByRole('button', { name: 'Report a Claim' }).click()
  await report(page).getByRole('button', { name: 'Report' }).click()
  // The error summary receives the focus and links to the field. The field shows the same error.
  const summary = report(page).getByRole('alert')
  await expect(summary).toBeFocused()
  const lossDay = report(page).getByLabel('Date of loss')
  await summary.getByRole('link', { name: 'Enter the date of loss.' }).click()
  await expect(lossDay).toBeFocused()
  await expect(lossDay).toHaveAccessibleDescription(/Enter the date of loss\./)
  await lossDay.fill(addDays(today, -41))
  await expect(lossDay).toHaveAccessibleDescription(
    /The date of loss must be within the coverage period, which begins on [\d/]+ and ends on [\d/]+\./,
  )
  await expectAccessible(page)
  await report(page).getByRole('button', { name: 'Cancel' }).click()
  await reportLoss(page, 'Water in the house.')
  await expect(card(page).locator('thead tr')).toHaveText(
    'Claim IDStatusDate of NoticeDate of LossAdjuster NameEmailPhoneExtensionDelete',
  )
  await card(page).getByRole('link', { name: /^CLM-/ }).click()
  await expect(page).toHaveURL(new RegExp(`/policy/embed/${policyNo}/claims/[0-9a-f-]{36}$`))
  const edit = page.getByRole('dialog', { name: /^Claim CLM-/ })
  await expect(edit.getByLabel('What happened')).toHaveValue('Water in the house.')
  await edit.getByLabel('Status').selectOption('In Review')
  await edit.getByLabel('Adjuster name').fill('Addy Adjuster')
  await edit.getByLabel('Adjuster phone').fill('8135550150')
  await edit.getByLabel('Extension').fill('204')
  await edit.getByLabel('Reserve').fill('1200.50')
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The claim was saved.').first()).toBeVisible()
  await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
  const row = card(page).getByRole('row', { name: /CLM-/ })
  for (const text of ['In Review', 'Addy Adjuster', '(813) 555-0150', '204']) await expect(row).toContainText(text)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog', { name: 'Delete claim' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The claim was deleted.').first()).toBeVisible()
  await expect(card(page).getByText('No claims have been made for this policy')).toBeVisible()
})

test('lets agents report claims in a form without staff fields, and shows errors [D289] [D371] [D372]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy(active)
  const quake = await book.aPolicy({ ...active, productId: 4 })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${quake.policyNo}`)
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await visit(page, `/policy/embed/${policyNo}`)
  await reportLoss(page, 'Water in the garage.')
  await expandSection(page, 'Claims')
  await expect(card(page).getByRole('link', { name: /^CLM-/ })).toBeVisible()
  await expect(card(page).getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await card(page).getByRole('link', { name: /^CLM-/ }).click()
  const edit = page.getByRole('dialog', { name: /^Claim CLM-/ })
  await expect(edit.getByLabel('What happened')).toBeVisible()
  for (const label of ['Status', 'Adjuster name', 'Reserve']) await expect(edit.getByLabel(label)).toHaveCount(0)
  await edit.getByLabel('What happened').fill('Water in garage and hall.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The claim was saved.').first()).toBeVisible()

  const staff = await openSharedPage('internal@example.com')
  await staff.route('**/api/v1/claims/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { statusCode: 409, message: 'no', errors: [{ message: 'It was paid.' }] } })
      : route.fallback(),
  )
  await visit(staff, `/policy/embed/${policyNo}`)
  await expandSection(staff, 'Claims')
  await card(staff)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await staff.getByRole('dialog', { name: 'Delete claim' }).getByRole('button', { name: 'Delete' }).click()
  await expect(staff.getByText('It was paid.').first()).toBeVisible()
  await staff.route('**/api/v1/claims?*', (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, message: 'no' } }),
  )
  await staff.reload()
  await expect(staff.getByText('There was an error fetching the claims data.').first()).toBeVisible()
  await expect(card(staff).getByRole('button', { name: 'Retry' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('lets a policyholder report a claim with a photo, which staff can download without its location', async ({
    page,
    book,
    openSharedPage,
  }) => {
    const insured = await book.aPolicy(active)
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    // Leaving the form earlier would interrupt the log-in, or its redirect would leave the policy page.
    await expect(page.getByLabel('Zip Code')).toHaveCount(0)
    await visit(page, `/policyholder/policies/${insured.policyNo}`)
    await page.getByRole('link', { name: 'Report a Claim' }).click()
    await page.getByLabel('Date of loss').fill(addDays(today, -3))
    await page.getByLabel('What happened').fill('Water in the kitchen.')
    await expect(page.getByLabel('Phone')).toHaveValue(insured.phone)
    await page.getByLabel('How to reach you').fill('After 5 p.m.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Report claim' }).click()
    await expect(page.getByText('We received your claim.')).toBeVisible()
    await page.getByLabel('Photos to upload').setInputFiles({
      name: 'image.jpg',
      mimeType: 'image/jpeg',
      buffer: createJpeg({ exif: sampleExif }),
    })
    await page.getByRole('button', { name: 'Upload photos' }).click()
    await expect(page.getByText('photo_1.jpg')).toBeVisible()
    await expect(page.getByText('Location removed')).toBeVisible()
    await expectAccessible(page)
    // The claim stays after a reload, and the policy page links to it.
    await page.reload()
    await expect(page.getByText('photo_1.jpg')).toBeVisible()
    await page.getByRole('link', { name: 'View my policy' }).click()
    await expect(page.getByRole('link', { name: /^CLM-/ })).toBeVisible()

    const staff = await openSharedPage('internal@example.com')
    await visit(staff, `/policy/embed/${insured.policyNo}`)
    await expandSection(staff, 'Claims')
    await card(staff)
      .getByRole('button', { name: /^Files of CLM-/ })
      .click()
    const download = staff.waitForEvent('download')
    await staff.getByRole('button', { name: 'Download photo_1.jpg' }).click()
    const bytes = await readFile(await (await download).path())
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(bytes.includes(Buffer.from([0x00, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02]))).toBe(false)
  })
})
