import { expect } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { devices, lookAtBothWidths } from '../support/look.ts'
import {
  acknowledgeFeeAndPay,
  at,
  beSignedIn,
  consent,
  expectDone,
  fillBank,
  fillCard,
  openLink,
  placeSignatures,
  requestLink,
} from '../support/people.ts'
import { takePicture, wantsPictures } from '../support/pictures.ts'

// Other states of the screens in screens.spec.ts: alternative outcomes and existing data.
for (const device of devices)
  test.describe(`screen states on a ${device.name}`, () => {
    test.slow(wantsPictures)
    test.use({ viewport: { width: device.width, height: device.height } })

    test('fits the sign-in states to the screen', async ({ page, book }) => {
      const { policyNo, zip } = await book.aPolicy()
      await requestLink(page, policyNo, zip)
      await lookAtBothWidths(page, 'link-sent')
      await page.goto(at('/policyholder/generate?used=1'))
      await expect(page.getByLabel('Email or policy number')).toBeVisible()
      await lookAtBothWidths(page, 'link-used')
      await page.goto(await book.linkTo(policyNo, { expired: true }))
      await expect(page.getByText('The link has expired')).toBeVisible()
      await lookAtBothWidths(page, 'link-expired')
      await page.goto(await book.linkTo(policyNo))
      await page.getByLabel('Phone Number').fill('813-555-0199')
      await page.getByLabel('Zip Code').fill(zip)
      await page.getByRole('button', { name: 'Open my policy' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await lookAtBothWidths(page, 'link-refused')
      await page.goto(at('/mailbox'))
      await lookAtBothWidths(page, 'mailbox')
      await page.getByRole('link').filter({ hasText: policyNo }).first().click()
      await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible()
      await lookAtBothWidths(page, 'mail')
      await page.goto(at('/policyholder/generate'))
      await page.getByLabel('Email or policy number').fill(policyNo)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByLabel('ZIP code')).toBeVisible()
      await lookAtBothWidths(page, 'link-request-zip')
    })

    test('fits the signing states to the screen', async ({ page, book, context }) => {
      const insured = await book.aPolicy()
      await openLink(page, await book.linkTo(insured.policyNo), insured)
      await page.getByRole('link', { name: 'Continue to signing' }).click()
      const decline = page.getByRole('button', { name: 'Decline to sign' })
      await decline.click()
      await page.getByLabel('Why do you decline?').fill('I want to ask my agent first.')
      await lookAtBothWidths(page, 'decline')
      await page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
      await expect(page.getByText('You declined to sign')).toBeVisible()
      await lookAtBothWidths(page, 'declined')
      await page.getByRole('button', { name: 'Sign after all' }).click()
      await consent(page)
      await page.getByLabel('Use a text signature').check()
      await lookAtBothWidths(page, 'sign-text')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByRole('button', { name: 'Show Flood Application larger' }).click()
      await lookAtBothWidths(page, 'sign-larger')
      await page.getByRole('button', { name: 'Read as text (Flood Application)' }).click()
      const words = page.getByRole('dialog', { name: 'Flood Application' })
      await expect(words.getByRole('heading', { name: 'Application for Residential Flood' })).toBeVisible()
      await expect(words.getByRole('row', { name: `Policy number ${insured.policyNo}` })).toBeVisible()
      await expect(words.getByRole('columnheader', { name: 'Limit' })).toBeVisible()
      await lookAtBothWidths(page, 'sign-as-text')
      await words.getByRole('button', { name: 'Back to the document' }).click()
      await page.reload()
      await expect(page.getByText('Continue where you were')).toBeVisible()
      await lookAtBothWidths(page, 'sign-kept')
      await page.getByRole('button', { name: 'More' }).click()
      await expect(page.getByRole('menuitem', { name: 'Decline to sign' })).toBeVisible()
      // An open menu hides everything else from axe, so this only takes a screenshot.
      await takePicture(page, 'sign-menu')
      await page.keyboard.press('Escape')
      await context.setOffline(true)
      await placeSignatures(page)
      await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
      await lookAtBothWidths(page, 'connection-lost')
      await context.setOffline(false)
      await fillBank(page)
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await expectDone(page)
      await lookAtBothWidths(page, 'done-bank')
    })

    test('fits the policyholder states to the screen', async ({ page, book, context }) => {
      const insured = await book.aPolicy({ signed: 'both', grossCents: 540_000 })
      await openLink(page, await book.linkTo(insured.policyNo), insured)
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      await page.getByRole('radio', { name: /Check by mail/ }).check()
      await expect(page.getByRole('button', { name: 'I’ll mail a check' })).toBeVisible()
      await lookAtBothWidths(page, 'pay-check-by-mail')
      await context.setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
      await lookAtBothWidths(page, 'offline')
      await context.setOffline(false)
      await page.goto(at(`/policyholder/policies/${insured.policyNo}`))
      await expect(page.getByText('Actions Required')).toBeVisible()
      await lookAtBothWidths(page, 'policy-to-pay')
      await page.goto(at('/policyholder/policies/RFL3999999'))
      await expect(page.getByText('we had an issue loading policy')).toBeVisible()
      await lookAtBothWidths(page, 'policy-unknown')
      const paid = { policyNo: 'RFL3000102', email: '', phone: '813-555-0142', zip: '33606' }
      await openLink(page, await book.linkTo(paid.policyNo), paid)
      await expect(page.getByRole('heading', { name: 'Your policies' })).toBeVisible()
      await lookAtBothWidths(page, 'your-policies')
      for (const [name, policyNo] of [
        ['policy-paid', 'RFL3000102'],
        ['policy-pending-cancel', 'RFL3000108'],
        ['policy-cancelled', 'RFL3000109'],
      ] as const) {
        await page.goto(at(`/policyholder/policies/${policyNo}`))
        await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
        await lookAtBothWidths(page, name)
      }
    })

    test('fits the payment states to the screen', async ({ page, book }) => {
      const lienholder = { name: 'Sample Savings Bank', reference: 'LN-000902' }
      const insured = await book.aPolicy({ signed: 'both', lienholder })
      await openLink(page, await book.linkTo(insured.policyNo), insured)
      await expect(page.getByRole('link', { name: 'Continue to payment' })).toBeVisible()
      await lookAtBothWidths(page, 'welcome-to-pay')
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      if (device.name === 'phone') {
        await page.getByText('Details', { exact: true }).click()
        await lookAtBothWidths(page, 'pay-details')
        await page.getByText('Details', { exact: true }).click()
      }
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await expect(page.getByRole('textbox', { name: 'Routing number' })).toHaveAttribute('aria-invalid', 'true')
      await lookAtBothWidths(page, 'pay-missing')
      await page.getByRole('radio', { name: /Your mortgage company/ }).check()
      await lookAtBothWidths(page, 'pay-lender')
      await page.getByRole('radio', { name: /Credit card/ }).check()
      await fillCard(page, '4000000000000002')
      await acknowledgeFeeAndPay(page)
      await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
      await lookAtBothWidths(page, 'pay-declined')
      await fillCard(page)
      await acknowledgeFeeAndPay(page)
      await expectDone(page)
      const receipt = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Open the receipt' }).click()
      await receipt
      await page.goto(at('/policyholder/welcome'))
      await expect(page.getByRole('link', { name: 'View my policy' })).toBeVisible()
      await lookAtBothWidths(page, 'welcome-done')
    })

    test('fits the error pages to the screen', async ({ page }) => {
      for (const [name, path, heading] of [
        ['not-found', '/nowhere', '404 not Found'],
        ['unauthorized', '/unauthorized', 'Unauthorized'],
        ['overloaded', '/overloaded', 'We are very busy right now'],
        ['error', '/error?policyNo=RFL3000101', 'Something went wrong'],
      ] as const) {
        await page.goto(at(path))
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await lookAtBothWidths(page, name)
      }
    })

    test('fits the policy and list states of an agent to the screen', async ({ page }) => {
      await beSignedIn(page, 'agent@example.com')
      for (const [name, policyNo] of [
        ['agent-policy-expired', 'RFL3000110'],
        ['agent-policy-reinstated', 'RFL3000127'],
        ['agent-policy-cancelled', 'RFL3000109'],
        ['agent-policy-payment-failed', 'RFL3000134'],
        ['agent-policy-commercial', 'CFL3000106'],
      ] as const) {
        await page.goto(at(`/policy/embed/${policyNo}`))
        await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
        await lookAtBothWidths(page, name)
      }
      await page.goto(at('/policies'))
      await page.getByRole('tab', { name: 'Pending cancel' }).click()
      await expect(page.getByText('RFL3000108').first()).toBeVisible()
      await lookAtBothWidths(page, 'search-pending-cancel')
      await page.goto(at('/policies?search=Nobody+of+this+name'))
      await expect(page.getByText('No policies match this search')).toBeVisible()
      await lookAtBothWidths(page, 'search-empty')
      await page.getByText('Filters', { exact: true }).click()
      await lookAtBothWidths(page, 'search-filters')
    })
  })
