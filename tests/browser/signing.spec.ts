import { expect } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { at, comeInAsInsured, consent, draw, expectDone, fillBank, placeSignatures, signIn } from '../support/people.ts'

test('an agent draws once and signs everywhere, then the insured signs by mailed link and pays by bank [C056] [C088] [C089] [C092] [C093] [C122]', async ({
  page,
  elsewhere,
  book,
}) => {
  const insured = await book.aPolicy()
  await signIn(page, 'agent@example.com')
  await page.goto(at(`/policy/embed/${insured.policyNo}`))
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await consent(page)
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const proceed = page.getByRole('button', { name: 'Finish signing' })
  await draw(page, 'Draw your signature')
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await draw(page, 'Draw your initials')
  await apply.click()
  await expect(page.getByRole('button', { name: /^(Next|Sign here)$/ })).toBeVisible()
  await expect(proceed).toHaveCount(0)
  await placeSignatures(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.signedPlaces(insured.policyNo, 1)).toBeGreaterThan(1)
  expect(await book.signedPlaces(insured.policyNo, 2)).toBe(0)

  const home = await elsewhere()
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
  await expect(home.getByRole('button', { name: 'See my policy' })).toBeVisible()
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
