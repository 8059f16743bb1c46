import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getSentBodies, recordCalls } from '../support/record-requests.ts'
import { expectAccessible, visit } from '../support/user-actions.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: /^Timeline - Policy / })
const form = (page: Page) => panel(page).getByRole('form', { name: 'Add a note' })
const items = (page: Page) => panel(page).getByRole('article')
const note = (page: Page, text: string) => items(page).filter({ hasText: text })

async function openTimeline(page: Page, policyNo: string) {
  await visit(page, `/policy/embed/${policyNo}`)
  await page.getByRole('button', { name: 'View Timeline' }).click()
  await expect(items(page).first()).toBeVisible()
}

test("lets staff filter a policy's timeline and add, edit and delete a note [D098] [D193] [D197] [D198] [D199] [D393]", async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const other = await book.aPolicy()
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await openTimeline(page, policyNo)
  await expect(panel(page)).toHaveAccessibleName(`Timeline - Policy ${policyNo}`)
  await expect(items(page).filter({ hasText: 'New Business' })).toBeVisible()
  await expectAccessible(page)
  const show = panel(page).getByLabel('Show')
  await expect(show.locator('option')).toHaveText([
    ...['All', 'Transactions', 'Payments', 'Documents', 'Claims', 'Notes', 'Call Logs'],
  ])
  await show.selectOption('Payments')
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText('$1,319.76')
  await show.selectOption('Claims')
  await expect(panel(page).getByText('Nothing to currently display')).toBeVisible()
  await show.selectOption('All')

  const text = `Moved to ${other.policyNo}, see there.`
  await form(page).getByLabel('Note', { exact: true }).fill(text)
  // The draft is kept when this policy is reloaded, and discarded when another policy is opened.
  await page.reload()
  await page.getByRole('button', { name: 'View Timeline' }).click()
  await expect(form(page).getByLabel('Note', { exact: true })).toHaveValue(text)
  await openTimeline(page, other.policyNo)
  await expect(form(page).getByLabel('Note', { exact: true })).toHaveValue('')
  await openTimeline(page, policyNo)
  await expect(form(page).getByLabel('Note', { exact: true })).toHaveValue('')

  await form(page).getByLabel('Note', { exact: true }).fill(text)
  await form(page)
    .getByRole('switch', { name: /^Private/ })
    .check()
  await form(page).getByRole('button', { name: 'Add Note' }).click()
  await expect(note(page, text)).toContainText('Private')
  await expect(note(page, text).getByRole('link', { name: other.policyNo })).toHaveAttribute(
    'href',
    `/policy/embed/${other.policyNo}`,
  )
  await expect(items(page).first()).toContainText(text)
  await expect(form(page).getByLabel('Note', { exact: true })).toHaveValue('')
  await expectAccessible(page)

  await note(page, text).getByRole('button', { name: 'Edit' }).click()
  await panel(page).getByLabel('Edit the note').fill('Stays here.')
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Stays here.')).toBeVisible()
  // The edited note appears before the request is sent.
  await expect
    .poll(async () => (await getSentBodies(page, '/notes')).at(-1))
    .toMatchObject({ noteBody: 'Stays here.', private1: true, policyNo })

  await note(page, 'Stays here.').getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete note' })
  await expect(sure).toContainText('Are you sure you want to delete this policy note?')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(note(page, 'Stays here.')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('lets staff log a call with all details in the timeline [D246] [D247] [D248] [D249] [D251]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage('internal@example.com')
  await openTimeline(page, policyNo)
  await form(page).getByLabel('Type').selectOption('Call Log')
  const add = form(page).getByRole('button', { name: 'Add Call Log' })
  await add.click()
  await expect(form(page).getByText('* All fields are required.')).toBeVisible()
  await expect(form(page).getByRole('checkbox')).toHaveCount(8)
  const phone = form(page).getByLabel('Caller phone')
  await phone.fill('813555')
  await phone.blur()
  await expect(form(page).getByText('Please enter a valid phone number')).toBeVisible()
  await phone.fill('8135550142')
  await expect(phone).toHaveValue('813-555-0142')
  await expect(form(page).getByText('Please enter a valid phone number')).toHaveCount(0)
  await form(page).getByLabel('Direction').selectOption('Inbound')
  await form(page).getByLabel('Caller', { exact: true }).selectOption('Agent')
  await expect(form(page).getByLabel('Agency Name')).toBeVisible()
  await form(page).getByLabel('Caller', { exact: true }).selectOption('Lender')
  await form(page).getByLabel('Caller name').fill('Lee Lender')
  await form(page).getByLabel('Make a payment').check()
  await form(page).getByLabel('Call notes').fill('Asked where to send the check.')
  await add.click()
  await expect(form(page).getByText('* All fields are required.')).toBeVisible()
  await form(page).getByLabel('Bank Name').fill('Sample Savings Bank')
  await expectAccessible(page)
  await add.click()
  const call = note(page, 'Asked where to send the check.')
  await expect(call).toContainText('Call from lender Lee Lender, Sample Savings Bank, 813-555-0142')
  await expect(call).toContainText('Make a payment')
  await panel(page).getByLabel('Show').selectOption('Call Logs')
  await expect(items(page)).toHaveCount(1)
})

test('lets agents add plain notes, and hides the note form from read-only users [D005] [D250] [D290] [D296] [D297]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage('agent@example.com')
  await openTimeline(page, policyNo)
  await expect(form(page).getByRole('button', { name: 'Add Note' })).toBeVisible()
  await expect(panel(page).getByLabel('Show').locator('option')).not.toHaveCount(0)
  await expect(panel(page).getByLabel('Show').locator('option', { hasText: 'Call Logs' })).toHaveCount(0)
  await expect(form(page).getByLabel('Type')).toHaveCount(0)
  await expect(form(page).getByRole('switch')).toHaveCount(0)
  await form(page).getByLabel('Note').fill('Copy sent.')
  await form(page).getByRole('button', { name: 'Add Note' }).click()
  await expect(note(page, 'Copy sent.').getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(note(page, 'Copy sent.').getByRole('button', { name: 'Delete' })).toHaveCount(0)

  const readonlyPage = await openSharedPage('readonly@example.com')
  await openTimeline(readonlyPage, policyNo)
  await expect(note(readonlyPage, 'Copy sent.')).toBeVisible()
  await expect(note(readonlyPage, 'Copy sent.').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(form(readonlyPage)).toHaveCount(0)
})
