import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getCalls, recordCalls } from '../support/record-requests.ts'
import { expandSection, expectAccessible, getUrl, restoreSignIn, visit } from '../support/user-actions.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Lienholder Info' })
const lienholder = { name: 'Sample Savings Bank', reference: 'LN-000902' }

/** Stubs two lienholders. The second one has no mortgage clause. */
async function stubTwoLienholders(page: Page) {
  await page.route('**/PolicyLiens', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const [first] = body.payload
    const second = {
      ...first,
      lienholderId: '00000000-0000-4000-8000-000000000999',
      position: 2,
      name1: 'Second Demo Bank',
      mortgageClause: null,
    }
    await route.fulfill({ response, json: { ...body, payload: [first, second] } })
  })
}

test.describe('list of two lienholders', () => {
  // Installs a clock.
  test.use({ hasOwnContext: true })

  test('changes the displayed lienholder only when the user selects another one [C052] [C152] [C151]', async ({
    page,
    book,
  }) => {
    await page.clock.install()
    const { policyNo } = await book.aPolicy({ lienholder })
    await restoreSignIn(page, 'internal@example.com')
    await stubTwoLienholders(page)
    await page.goto(getUrl(`/policy/embed/${policyNo}`))
    await expandSection(page, 'Lienholder Info')
    await expect(panel(page).getByText('Sample Savings Bank')).toBeVisible()
    await page.clock.runFor(120_000)
    await expect(panel(page).getByText('Sample Savings Bank')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Edit lienholder', exact: true })).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Edit the address' })).toBeVisible()
    await panel(page).getByRole('button', { name: 'Next lienholder' }).click()
    await expect(panel(page).getByText('Second Demo Bank')).toBeVisible()
    await expect(panel(page).getByText('Sample Savings Bank')).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Edit lienholder', exact: true })).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Edit the address' })).toHaveCount(0)
  })
})

test('shows agents the lienholders without edit buttons [C151]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ lienholder })
  const page = await openSharedPage('agent@example.com')
  await stubTwoLienholders(page)
  await visit(page, `/policy/embed/${policyNo}`)
  await expandSection(page, 'Lienholder Info')
  await expect(panel(page).getByText('Sample Savings Bank')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Next lienholder' }).click()
  await expect(panel(page).getByText('Second Demo Bank')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Edit/ })).toHaveCount(0)
})

test('lets staff edit, save and bind a lienholder change after confirmation [C053] [C070] [C108] [C134] [C207] [D386]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ lienholder })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await expandSection(page, 'Lienholder Info')
  await panel(page).getByRole('button', { name: 'Edit the address' }).click()
  await recordCalls(page)
  await page.getByRole('dialog', { name: 'Please Confirm' }).getByRole('button', { name: 'Continue' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Lienholder' })
  await expect(form.getByLabel('Name')).toHaveValue('Sample Savings Bank')
  await expect(form.getByRole('textbox')).toHaveCount(7)
  await expect(form.getByRole('combobox')).toHaveCount(1)
  await expectAccessible(page)
  await form.getByLabel('Loan number').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please fill out the missing fields.')).toBeVisible()
  await form.getByLabel('Loan number').fill('LN-777')
  await form.getByLabel('Name').fill('Demo Credit Union')
  await form.getByLabel('Zip').fill('33755')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Lienholder updated successfully!', { exact: true })).toBeVisible()
  await expect(panel(page)).toContainText('Demo Credit Union')
  await expect(panel(page)).toContainText('LN-777')
  await expect(panel(page)).toContainText('33755')
  const calls = (await getCalls(page)).filter(({ url }) =>
    /createEndorsementUrl|agent\/quotes|endorsement\/bind/.test(url),
  )
  expect(calls.map((call) => call.method)).toEqual(['POST', 'GET', 'PUT', 'PUT'])
})

for (const [fails, says, ids] of [
  ['**/createEndorsementUrl', 'There was an error creating an endorsement to edit the Lienholder.', '[C205] [D385]'],
  ['**/endorsement/bind', 'There was an error updating this Lienholder.', '[C206] [D386]'],
] as const)
  test(`shows an error when a lienholder change fails: ${says} ${ids}`, async ({ openSharedPage, book }) => {
    const { policyNo } = await book.aPolicy({ lienholder })
    const page = await openSharedPage('internal@example.com')
    await visit(page, `/policy/embed/${policyNo}`)
    await page.route(fails, (route) => route.fulfill({ status: 422, json: { statusCode: 422, message: 'no' } }))
    await expandSection(page, 'Lienholder Info')
    await panel(page).getByRole('button', { name: 'Edit the address' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    if (fails.endsWith('bind')) await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(says)).toBeVisible()
    await page.reload()
    await expect(panel(page)).toContainText('Sample Savings Bank')
  })
