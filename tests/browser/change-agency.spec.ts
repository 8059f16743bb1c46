import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { getSentBodies, recordCalls } from '../support/record-requests.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, visit } from '../support/user-actions.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Agency Contact Information', exact: true })
const pencil = (page: Page) => card(page).getByRole('button', { name: 'Change the agency' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Change Agency' })

test('lets staff move a policy to another agency and producer [D065] [D071] [D213] [D364]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await visit(page, `/policy/embed/${policyNo}`)
  await expandSection(page, 'Agency Contact Information')
  for (const text of ['Harborview Insurance Group', '100100', 'Company', 'Email', 'Phone', 'Producer', 'Address'])
    await expect(card(page).getByText(text, { exact: true })).toBeVisible()
  await pencil(page).click()
  const update = form(page).getByRole('button', { name: 'Update' })
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await form(page).getByLabel('Notes').fill(' ')
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await form(page).getByLabel('Notes').fill(' Signed letter received. ')
  await form(page).getByLabel('Agency number').fill(' ')
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await form(page).getByLabel('Agency number').fill(' 100110 ')
  await form(page).getByLabel('Producer name').fill('Pat Producer')
  await expectAccessible(page)
  await update.click()
  await expect(page.getByText('Agency and Producer Name changed successfully').first()).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(card(page).getByText('Lighthouse Coverage')).toBeVisible()
  await expect(card(page).getByText('Pat Producer')).toBeVisible()
  expect(await getSentBodies(page, '/endorse')).toEqual([
    { endorsementType: 'aor', agentNo: '100110', notes: 'Signed letter received.', producerName: 'Pat Producer' },
  ])
})

test('shows why an agency change failed and closes the form [D313] [D363] [D364]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  const attempt = async (agencyNo: string) => {
    await pencil(page).click()
    await form(page).getByLabel('Agency number').fill(agencyNo)
    await form(page).getByLabel('Notes').fill('Letter received.')
    await form(page).getByRole('button', { name: 'Update' }).click()
    await expect(form(page)).toHaveCount(0)
  }
  await attempt('999999')
  await expect(page.getByText('Agency number: no agency has this number.').first()).toBeVisible()
  await page.route('**/endorse', (route) =>
    route.fulfill({ json: { statusCode: 409, message: 'The policy was moved meanwhile.', payload: null } }),
  )
  await attempt('100110')
  await expect(page.getByText('The policy was moved meanwhile.').first()).toBeVisible()
  await page.unroute('**/endorse')
  await page.route('**/endorse', (route) => route.abort())
  await attempt('100110')
  await expect(page.getByText('Unable to update agency. Please try again later').first()).toBeVisible()
})

test('lets agents change the agency only on active policies, and blocks read-only users [D009] [D181] [D215]', async ({
  openSharedPage,
  book,
}) => {
  const bound = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const active = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${bound.policyNo}`)
  await expandSection(page, 'Agency Contact Information')
  await expect(card(page).getByText('Harborview Insurance Group')).toBeVisible()
  await expect(pencil(page)).toHaveCount(0)
  await visit(page, `/policy/embed/${active.policyNo}`)
  await pencil(page).click()
  await expect(form(page).getByLabel('Producer name')).toHaveCount(0)

  const readonlyPage = await openSharedPage('readonly@example.com')
  await visit(readonlyPage, `/policy/embed/${active.policyNo}`)
  await expandSection(readonlyPage, 'Agency Contact Information')
  await expect(card(readonlyPage).getByText('Harborview Insurance Group')).toBeVisible()
  await expect(pencil(readonlyPage)).toHaveCount(0)
})
