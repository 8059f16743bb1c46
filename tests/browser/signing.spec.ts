import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { at, comeInAsInsured, consent, draw, expectDone, fillBank, placeSignatures, signIn } from '../support/people.ts'

test('an agent draws once and signs everywhere, then the insured signs by mailed link and pays by bank [C056] [C088] [C089] [C092] [C093] [C122]', async ({
  page,
  browser,
  book,
}) => {
  const insured = await book.aPolicy()
  await signIn(page, 'agent@example.com')
  await page.goto(at(`/policy/embed/${insured.policyNo}`))
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await consent(page)
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const proceed = page.getByRole('button', { name: 'Continue', exact: true })
  await draw(page, 'Draw your signature')
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await draw(page, 'Draw your initials')
  await apply.click()
  await expect(page.getByRole('button', { name: /^(Sign|Initial) here$/ }).first()).toBeVisible()
  await expect(proceed).toHaveCount(0)
  await placeSignatures(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.signedPlaces(insured.policyNo, 1)).toBeGreaterThan(1)
  expect(await book.signedPlaces(insured.policyNo, 2)).toBe(0)

  const other = await browser.newContext()
  const home = await other.newPage()
  await comeInAsInsured(home, insured)
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
  await other.close()
})

test('an agent signs with the keyboard alone', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy()
  await signIn(page, 'agent@example.com')
  await page.goto(at(`/policy/embed/${policyNo}`))
  await press(page, page.getByRole('button', { name: 'Sign & Pay' }), 'Enter')
  await press(page, page.getByLabel(/I agree to use/), 'Space')
  await press(page, page.getByRole('button', { name: 'Agree and continue' }), 'Enter')
  await press(page, page.getByLabel('Use a text signature'), 'Space')
  await press(page, page.getByRole('button', { name: 'Apply', exact: true }), 'Enter')
  const open = page.getByRole('button', { name: /^(Sign|Initial) here$/ })
  await expect(open.first()).toBeVisible()
  for (let left = await open.count(); left > 0; left--) {
    await press(page, open.first(), 'Enter')
    await expect(open).toHaveCount(left - 1)
  }
  await press(page, page.getByRole('button', { name: 'Continue', exact: true }), 'Enter')
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.signedPlaces(policyNo, 1)).toBeGreaterThan(1)
})

test('staff go past signing to payment and sign for nobody [C038] [C039]', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy()
  await signIn(page, 'internal@example.com')
  await page.goto(at(`/policy/embed/${policyNo}#signatureAgentModalOpen`))
  await page.getByRole('button', { name: 'Skip to payment' }).click()
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.signedPlaces(policyNo, 1)).toBe(0)
  expect(await book.signedPlaces(policyNo, 2)).toBe(0)
})

/** Tabs forward until the element has the focus, at most once around the screen, and presses a key on it. */
async function press(page: Page, target: Locator, key: 'Enter' | 'Space') {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'))
  for (let tabs = 0; tabs < 80 && !(await hasFocus()); tabs++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  await page.keyboard.press(key)
}
