import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import {
  acknowledgeFeeAndPay,
  at,
  consent,
  draw,
  expectAccessible,
  expectDone,
  fillCard,
  openLink,
  placeSignatures,
  signIn,
  signInToBackOffice,
} from '../support/people.ts'

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
    test.use({ viewport: { width, height } })

    /** Nothing sticks out sideways, and axe finds nothing. */
    const lookAt = async (page: Page, name: string, at: number) => {
      const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      expect(over, `${name} is at ${at} wider than the screen by`).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
    /** The picture is kept for whoever wants to look. */
    const look = async (page: Page, name: string) => {
      await page.screenshot({
        path: `${import.meta.dirname}/../.artifacts/screens/${name}-${width}.png`,
        fullPage: true,
      })
      await lookAt(page, name, width)
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

    for (const [who, names] of Object.entries(lists))
      test(`the lists of ${who} fit the screen`, async ({ page }) => {
        await signInToBackOffice(page, who)
        for (const name of names) {
          await page.goto(at(`/admin/${name}`))
          await expect(page.locator('tbody tr').first()).toBeVisible()
          await look(page, `back-office-${name.replace('/', '-')}`)
        }
      })
  })
}
