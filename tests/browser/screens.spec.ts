import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import {
  acknowledgeFeeAndPay,
  askForLink,
  at,
  consent,
  draw,
  expectAccessible,
  expectDone,
  fillBank,
  fillCard,
  openLink,
  placeSignatures,
  signIn,
  signInToBackOffice,
} from '../support/people.ts'
import { takePicture, wantsPictures } from '../support/pictures.ts'

/** The lists of the back office by the staff who work on them. */
const lists = {
  superuser: ['moratoriums'],
  finance: ['commissions', 'billing/payments', 'lockbox-reprocessing'],
  commission: ['overrides'],
}
/** The first is what the journey is made at; at the others each screen of the insured is looked at, too. */
const widths = { phone: [390, 320], desktop: [1280, 768] } as const

for (const [device, [width, ...others]] of Object.entries(widths)) {
  test.describe(`on a ${device}`, () => {
    const height = device === 'phone' ? 844 : 800
    // Four pictures a screen take their time; a run without them does not.
    test.slow(wantsPictures)
    test.use({ viewport: { width, height } })

    /** Nothing sticks out sideways, and axe finds nothing. */
    const lookAt = async (page: Page, name: string, at: number) => {
      const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      expect(over, `${name} is at ${at} wider than the screen by`).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
    const look = async (page: Page, name: string) => {
      if (wantsPictures)
        await page.screenshot({
          path: `${import.meta.dirname}/../.artifacts/screens/${name}-${width}.png`,
          fullPage: true,
        })
      await lookAt(page, name, width)
      await takePicture(page, name)
    }
    const lookAtAllWidths = async (page: Page, name: string) => {
      for (const other of others) {
        await page.setViewportSize({ width: other, height })
        await lookAt(page, name, other)
      }
      await page.setViewportSize({ width, height })
      await look(page, name)
    }

    test('each step of the insured fits the screen', async ({ page, book }) => {
      const insured = await book.aPolicy()
      await page.goto(at('/splash'))
      await expect(page.getByRole('link', { name: 'Get a link to my policy' })).toBeVisible()
      await lookAtAllWidths(page, 'landing')
      await page.goto(at('/login'))
      await expect(page.getByLabel('Password')).toBeVisible()
      await lookAtAllWidths(page, 'log-in')
      await page.goto(at('/policyholder/generate'))
      await expect(page.getByLabel('Email or policy number')).toBeVisible()
      await lookAtAllWidths(page, 'link-request')
      await page.goto(await book.linkTo(insured.policyNo))
      await expect(page.getByLabel('Zip Code')).toBeVisible()
      await lookAtAllWidths(page, 'link')
      await openLink(page, await book.linkTo(insured.policyNo), insured)
      await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
      await lookAtAllWidths(page, 'welcome')
      await page.getByRole('link', { name: 'Continue to signing' }).click()
      await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
      await lookAtAllWidths(page, 'consent')
      await consent(page)
      await draw(page, 'Draw your signature')
      await draw(page, 'Draw your initials')
      await lookAtAllWidths(page, 'sign')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await lookAtAllWidths(page, 'signed')
      await placeSignatures(page)
      await expect(page.getByLabel('Routing number')).toBeVisible()
      await lookAtAllWidths(page, 'pay-bank')
      await page.getByRole('radio', { name: /Credit card/ }).check()
      await fillCard(page)
      await lookAtAllWidths(page, 'pay-card')
      await page.getByRole('button', { name: 'Continue to the fee' }).click()
      await expect(page.getByLabel(/I understand that paying by card/)).toBeVisible()
      await lookAtAllWidths(page, 'pay-fee')
      await page.getByRole('button', { name: 'Change card' }).click()
      await acknowledgeFeeAndPay(page)
      await expectDone(page)
      await lookAtAllWidths(page, 'done')
    })

    test('search, policy and the wizard over it fit the screen of an agent', async ({ page, book }) => {
      const { policyNo } = await book.aPolicy({
        person: {
          first: 'Maximiliana',
          last: 'Featherstonehaugh-Placeholder-Longname',
          email: 'long@example.com',
          phone: '813-555-0143',
        },
        grossCents: 123_456_789,
      })
      await signIn(page, 'agent@example.com')
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
      await look(page, 'search')
      await page.goto(at(`/policy/embed/${policyNo}`))
      await expect(page.getByRole('button', { name: 'Sign & Pay' })).toBeVisible()
      await look(page, 'policy')
      await page.getByRole('button', { name: 'Sign & Pay' }).click()
      await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
      await look(page, 'wizard-over-policy')
    })

    test('the back office fits the screen of staff', async ({ page }) => {
      await signInToBackOffice(page, 'superuser')
      await page.goto(at(`/admin/policies?filter=${encodeURIComponent('{"q":"RFL300010"}')}`))
      await expect(page.getByText('RFL3000101').first()).toBeVisible()
      await look(page, 'back-office-list')
      await page.goto(at('/admin/policies/RFL3000102/show'))
      await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
      await look(page, 'back-office-policy')
    })

    // States that other tests prove: here only for whoever wants to look at them.
    if (wantsPictures) {
      test('the ways in, for the pictures', async ({ page, book }) => {
        const { policyNo, zip } = await book.aPolicy()
        await askForLink(page, policyNo, zip)
        await takePicture(page, 'link-sent')
        await page.goto(at('/policyholder/generate?used=1'))
        await expect(page.getByLabel('Email or policy number')).toBeVisible()
        await takePicture(page, 'link-used')
        await page.goto(await book.linkTo(policyNo, { expired: true }))
        await expect(page.getByText('The link has expired')).toBeVisible()
        await takePicture(page, 'link-expired')
        await page.goto(await book.linkTo(policyNo))
        await page.getByLabel('Phone Number').fill('813-555-0199')
        await page.getByLabel('Zip Code').fill(zip)
        await page.getByRole('button', { name: 'Open my policy' }).click()
        await expect(page.getByRole('alert').first()).toBeVisible()
        await takePicture(page, 'link-refused')
        await page.goto(at('/mailbox'))
        await takePicture(page, 'mailbox')
        await page.getByRole('link').filter({ hasText: policyNo }).first().click()
        await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible()
        await takePicture(page, 'mail')
        await page.goto(at('/policyholder/generate'))
        await page.getByLabel('Email or policy number').fill(policyNo)
        await page.getByRole('button', { name: 'Continue' }).click()
        await expect(page.getByLabel('ZIP code')).toBeVisible()
        await takePicture(page, 'link-request-zip')
      })

      test('the ways that signing can take, for the pictures', async ({ page, book, context }) => {
        const insured = await book.aPolicy()
        await openLink(page, await book.linkTo(insured.policyNo), insured)
        await page.getByRole('link', { name: 'Continue to signing' }).click()
        const decline = page.getByRole('button', { name: 'Decline to sign' })
        await decline.click()
        await page.getByLabel('Why do you decline?').fill('I want to ask my agent first.')
        await takePicture(page, 'decline')
        await page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
        await expect(page.getByText('You declined to sign')).toBeVisible()
        await takePicture(page, 'declined')
        await page.getByRole('button', { name: 'Sign after all' }).click()
        await consent(page)
        await page.getByLabel('Use a text signature').check()
        await takePicture(page, 'sign-text')
        await page.getByRole('button', { name: 'Apply', exact: true }).click()
        await context.setOffline(true)
        await placeSignatures(page)
        await expect(page.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
        await takePicture(page, 'connection-lost')
        await context.setOffline(false)
        await fillBank(page)
        await page.getByRole('button', { name: /^Pay \$/ }).click()
        await expectDone(page)
        await takePicture(page, 'done-bank')
      })

      test('the states of an insured, for the pictures', async ({ page, book, context }) => {
        const insured = await book.aPolicy({ signed: 'both', grossCents: 540_000 })
        await openLink(page, await book.linkTo(insured.policyNo), insured)
        await page.getByRole('link', { name: 'Continue to payment' }).click()
        await page.getByRole('radio', { name: /Check by mail/ }).check()
        await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible()
        await takePicture(page, 'pay-check-by-mail')
        await context.setOffline(true)
        await expect(page.getByText('You are offline.')).toBeVisible()
        await takePicture(page, 'offline')
        await context.setOffline(false)
        await page.goto(at(`/policyholder/policies/${insured.policyNo}`))
        await expect(page.getByText('Actions Required')).toBeVisible()
        await takePicture(page, 'policy-to-pay')
        await page.goto(at('/policyholder/policies/RFL3999999'))
        await expect(page.getByText('we had an issue loading policy')).toBeVisible()
        await takePicture(page, 'policy-unknown')
        const paid = { policyNo: 'RFL3000102', email: '', phone: '813-555-0142', zip: '33606' }
        await openLink(page, await book.linkTo(paid.policyNo), paid)
        await expect(page.getByRole('heading', { name: 'Your policies' })).toBeVisible()
        await takePicture(page, 'your-policies')
        for (const [name, policyNo] of [
          ['policy-paid', 'RFL3000102'],
          ['policy-pending-cancel', 'RFL3000108'],
          ['policy-cancelled', 'RFL3000109'],
        ] as const) {
          await page.goto(at(`/policyholder/policies/${policyNo}`))
          await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
          await takePicture(page, name)
        }
      })
    }

    for (const [who, names] of Object.entries(lists))
      test(`the lists of ${who} fit the screen`, async ({ page }) => {
        await signInToBackOffice(page, who)
        for (const name of names) {
          await page.goto(at(`/admin/${name}`))
          // A row of a table, or on a phone its card.
          await expect(page.locator('tbody tr, main li:has(dl)').first()).toBeVisible()
          await look(page, `back-office-${name.replace('/', '-')}`)
        }
      })
  })
}
