import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { checkScreenAtAllWidths, checkScreenOnDevices } from '../support/check-screen.ts'
import { isTakingScreenshots } from '../support/screenshots.ts'
import {
  acknowledgeFeeAndPay,
  consent,
  draw,
  expectDone,
  fillCard,
  getUrl,
  openLink,
  placeSignatures,
  visit,
} from '../support/user-actions.ts'

/** Lists in the back office, by the staff role that uses them. */
const lists = {
  superuser: ['moratoriums'],
  finance: ['commissions', 'billing/payments', 'lockbox-reprocessing'],
  commission: ['overrides'],
}

// Allows more time, because taking four screenshots per screen is slow.
test.slow(isTakingScreenshots)

test('fits the screen in each step that a policyholder takes', { tag: '@nightly' }, async ({ page, book }) => {
  const insured = await book.aPolicy()
  await page.goto(getUrl('/splash'))
  await expect(page.getByRole('link', { name: 'Get a link to my policy' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'landing')
  await visit(page, '/login')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'log-in')
  await visit(page, '/policyholder/generate')
  await expect(page.getByLabel('Email or policy number')).toBeVisible()
  await checkScreenAtAllWidths(page, 'link-request')
  await page.goto(await book.createPolicyLink(insured.policyNo))
  await expect(page.getByLabel('Zip Code')).toBeVisible()
  await checkScreenAtAllWidths(page, 'link')
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'welcome')
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'consent')
  await consent(page)
  await draw(page, 'Draw your signature')
  await draw(page, 'Draw your initials')
  await checkScreenAtAllWidths(page, 'sign')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await checkScreenAtAllWidths(page, 'signed')
  await placeSignatures(page)
  await expect(page.getByLabel('Routing number')).toBeVisible()
  await checkScreenAtAllWidths(page, 'pay-bank')
  await page.getByRole('radio', { name: /Credit card/ }).check()
  await fillCard(page)
  await checkScreenAtAllWidths(page, 'pay-card')
  await page.getByRole('button', { name: 'Review card fee' }).click()
  await expect(page.getByLabel(/I understand the .* card fee/)).toBeVisible()
  await checkScreenAtAllWidths(page, 'pay-fee')
  await page.getByRole('button', { name: 'Change card' }).click()
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  await checkScreenAtAllWidths(page, 'done')
})

test("fits the screen on an agent's search, policy page and wizard", { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage('agent@example.com')
  const { policyNo } = await book.aPolicy({
    person: {
      first: 'Maximiliana',
      last: 'Featherstonehaugh-Placeholder-Longname',
      email: 'long@example.com',
      phone: '813-555-0143',
    },
    grossCents: 123_456_789,
  })
  await visit(page, '/policies')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'search')
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(page.getByRole('button', { name: 'Sign & Pay' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'policy')
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await checkScreenAtAllWidths(page, 'wizard-over-policy')
})

test('fits the screen in the back office', async ({ openSharedPage }) => {
  const page = await openSharedPage('superuser')
  await visit(page, `/admin/policies?filter=${encodeURIComponent('{"q":"RFL300010"}')}`)
  await expect(page.getByText('RFL3000101').first()).toBeVisible()
  await checkScreenOnDevices(page, 'back-office-list')
  await visit(page, '/admin/policies/RFL3000102/show')
  await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
  await checkScreenOnDevices(page, 'back-office-policy')
})

for (const [who, names] of Object.entries(lists))
  test(`fits the screen on the list pages of the role ${who}`, { tag: '@nightly' }, async ({ openSharedPage }) => {
    const page = await openSharedPage(who)
    for (const name of names) {
      await visit(page, `/admin/${name}`)
      // Waits for a table row, or for the row's card on a phone.
      await expect(page.locator('tbody tr, main li:has(dl)').first()).toBeVisible()
      await checkScreenOnDevices(page, `back-office-${name.replace('/', '-')}`)
    }
  })
