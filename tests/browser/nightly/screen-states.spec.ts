import { expect } from '@playwright/test'
import { test } from '../../support/browser-fixtures.ts'
import { checkScreenAtBothWidths, devices } from '../../support/check-screen.ts'
import { isTakingScreenshots, takeScreenshots } from '../../support/screenshots.ts'
import {
  acknowledgeFeeAndPay,
  consent,
  expectDone,
  fillBank,
  fillCard,
  getUrl,
  openLink,
  placeSignatures,
  requestLink,
  restoreSignIn,
} from '../../support/user-actions.ts'

// Tests further states of the screens in ../screens.spec.ts: other outcomes, and screens with existing data.
for (const device of devices)
  test.describe(`layout of page states on a ${device.name}`, () => {
    test.slow(isTakingScreenshots)
    test.use({ viewport: { width: device.width, height: device.height } })

    test('fits the screen during sign-in', async ({ page, book }) => {
      const { policyNo, zip } = await book.aPolicy()
      await requestLink(page, policyNo, zip)
      await checkScreenAtBothWidths(page, 'link-sent')
      await page.goto(getUrl('/policyholder/generate?used=1'))
      await expect(page.getByLabel('Email or policy number')).toBeVisible()
      await checkScreenAtBothWidths(page, 'link-used')
      await page.goto(await book.createPolicyLink(policyNo, { expired: true }))
      await expect(page.getByText('The link has expired')).toBeVisible()
      await checkScreenAtBothWidths(page, 'link-expired')
      await page.goto(await book.createPolicyLink(policyNo))
      await page.getByLabel('Phone Number').fill('813-555-0199')
      await page.getByLabel('Zip Code').fill(zip)
      await page.getByRole('button', { name: 'Open my policy' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await checkScreenAtBothWidths(page, 'link-rejected')
      await page.goto(getUrl('/mailbox'))
      await checkScreenAtBothWidths(page, 'mailbox')
      await page.getByRole('link').filter({ hasText: policyNo }).first().click()
      await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible()
      await checkScreenAtBothWidths(page, 'mail')
      await page.goto(getUrl('/policyholder/generate'))
      await page.getByLabel('Email or policy number').fill(policyNo)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByLabel('ZIP code')).toBeVisible()
      await checkScreenAtBothWidths(page, 'link-request-zip')
    })

    test('fits the screen during signing', async ({ page, book, context }) => {
      const insured = await book.aPolicy()
      await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
      await page.getByRole('link', { name: 'Continue to signing' }).click()
      const decline = page.getByRole('button', { name: 'Decline to sign' })
      await decline.click()
      await page.getByLabel('Why do you decline?').fill('I want to ask my agent first.')
      await checkScreenAtBothWidths(page, 'decline')
      await page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
      await expect(page.getByText('You declined to sign')).toBeVisible()
      await checkScreenAtBothWidths(page, 'declined')
      await page.getByRole('button', { name: 'Sign now' }).click()
      await consent(page)
      await page.getByLabel('Use a text signature').check()
      await checkScreenAtBothWidths(page, 'sign-text')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByRole('button', { name: 'Show Flood Application larger' }).click()
      await checkScreenAtBothWidths(page, 'sign-larger')
      await page.getByRole('button', { name: 'Read as text (Flood Application)' }).click()
      const words = page.getByRole('dialog', { name: 'Flood Application' })
      await expect(words.getByRole('heading', { name: 'Application for Residential Flood' })).toBeVisible()
      await expect(words.getByRole('row', { name: `Policy number ${insured.policyNo}` })).toBeVisible()
      await expect(words.getByRole('columnheader', { name: 'Limit' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'sign-as-text')
      await words.getByRole('button', { name: 'Back to the document' }).click()
      await page.reload()
      await expect(page.getByText('Continue where you were')).toBeVisible()
      await checkScreenAtBothWidths(page, 'sign-kept')
      await page.getByRole('button', { name: 'More' }).click()
      await expect(page.getByRole('menuitem', { name: 'Decline to sign' })).toBeVisible()
      // Only takes a screenshot, because an open menu hides everything else from axe.
      await takeScreenshots(page, 'sign-menu')
      await page.keyboard.press('Escape')
      await context.setOffline(true)
      await placeSignatures(page)
      await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'connection-lost')
      await context.setOffline(false)
      await fillBank(page)
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await expectDone(page)
      await checkScreenAtBothWidths(page, 'done-bank')
    })

    test('fits the screen on policyholder pages', async ({ page, book, context }) => {
      const insured = await book.aPolicy({ signed: 'both', grossCents: 540_000 })
      await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      await page.getByRole('radio', { name: /Check by mail/ }).check()
      await expect(page.getByRole('button', { name: 'I’ll mail a check' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'pay-check-by-mail')
      await context.setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
      await checkScreenAtBothWidths(page, 'offline')
      await context.setOffline(false)
      await page.goto(getUrl(`/policyholder/policies/${insured.policyNo}`))
      await expect(page.getByText('Actions Required')).toBeVisible()
      await checkScreenAtBothWidths(page, 'policy-to-pay')
      await page.goto(getUrl('/policyholder/policies/RFL3999999'))
      await expect(page.getByText('we had an issue loading policy')).toBeVisible()
      await checkScreenAtBothWidths(page, 'policy-unknown')
      const paid = { policyNo: 'RFL3000102', email: '', phone: '813-555-0142', zip: '33606' }
      await openLink(page, await book.createPolicyLink(paid.policyNo), paid)
      await expect(page.getByRole('heading', { name: 'Your policies' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'your-policies')
      for (const [name, policyNo] of [
        ['policy-paid', 'RFL3000102'],
        ['policy-pending-cancel', 'RFL3000108'],
        ['policy-cancelled', 'RFL3000109'],
      ] as const) {
        await page.goto(getUrl(`/policyholder/policies/${policyNo}`))
        await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
        await checkScreenAtBothWidths(page, name)
      }
    })

    test('fits the screen during payment', async ({ page, book }) => {
      const lienholder = { name: 'Sample Savings Bank', reference: 'LN-000902' }
      const insured = await book.aPolicy({ signed: 'both', lienholder })
      await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
      await expect(page.getByRole('link', { name: 'Continue to payment' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'welcome-to-pay')
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      if (device.name === 'phone') {
        await page.getByText('Details', { exact: true }).click()
        await checkScreenAtBothWidths(page, 'pay-details')
        await page.getByText('Details', { exact: true }).click()
      }
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await expect(page.getByRole('textbox', { name: 'Routing number' })).toHaveAttribute('aria-invalid', 'true')
      await checkScreenAtBothWidths(page, 'pay-missing')
      await page.getByRole('radio', { name: /Your mortgage company/ }).check()
      await checkScreenAtBothWidths(page, 'pay-lender')
      await page.getByRole('radio', { name: /Credit card/ }).check()
      await fillCard(page, '4000000000000002')
      await acknowledgeFeeAndPay(page)
      await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'pay-declined')
      await fillCard(page)
      await acknowledgeFeeAndPay(page)
      await expectDone(page)
      const receipt = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Open the receipt' }).click()
      await receipt
      await page.goto(getUrl('/policyholder/welcome'))
      await expect(page.getByRole('link', { name: 'View my policy' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'welcome-done')
    })

    test('fits the screen on error pages', async ({ page }) => {
      for (const [name, path, heading] of [
        ['not-found', '/nowhere', '404 not Found'],
        ['unauthorized', '/unauthorized', 'Unauthorized'],
        ['overloaded', '/overloaded', 'We are very busy right now'],
        ['error', '/error?policyNo=RFL3000101', 'Something went wrong'],
      ] as const) {
        await page.goto(getUrl(path))
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await checkScreenAtBothWidths(page, name)
      }
    })

    test("fits the screen on an agent's policy page and policy list", async ({ page }) => {
      await restoreSignIn(page, 'agent@example.com')
      for (const [name, policyNo] of [
        ['agent-policy-expired', 'RFL3000110'],
        ['agent-policy-reinstated', 'RFL3000127'],
        ['agent-policy-cancelled', 'RFL3000109'],
        ['agent-policy-payment-failed', 'RFL3000134'],
        ['agent-policy-commercial', 'CFL3000106'],
      ] as const) {
        await page.goto(getUrl(`/policy/embed/${policyNo}`))
        await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
        await checkScreenAtBothWidths(page, name)
      }
      await page.goto(getUrl('/policies'))
      await page.getByRole('tab', { name: 'Pending cancel' }).click()
      await expect(page.getByText('RFL3000108').first()).toBeVisible()
      await checkScreenAtBothWidths(page, 'search-pending-cancel')
      await page.goto(getUrl('/policies?search=Nobody+of+this+name'))
      await expect(page.getByText('No policies match this search')).toBeVisible()
      await checkScreenAtBothWidths(page, 'search-empty')
      await page.getByText('Filters', { exact: true }).click()
      await checkScreenAtBothWidths(page, 'search-filters')
    })
  })
