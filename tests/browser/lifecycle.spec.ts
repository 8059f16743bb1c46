import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { getSentBodies, recordCalls } from '../support/record-requests.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, visit } from '../support/user-actions.ts'

const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const open = (page: Page, policyNo: string) => visit(page, `/policy/embed/${policyNo}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const reason = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
/** Returns the policy status beside the policy number. */
const status = (page: Page) => page.getByRole('main').locator('.policy-number')

async function requestCancellation(page: Page, policyNo: string) {
  await open(page, policyNo)
  await press(page, 'Cancel Policy')
  const form = dialog(page, 'Policy Cancellation')
  await form.getByRole('combobox', { name: 'Reason' }).selectOption('12')
  await form.getByLabel('Notes').fill('Asked for by phone.')
  const date = form.locator('input[type=date]')
  if (await date.count()) await date.fill(addDays(today, -1))
  await form.getByRole('button', { name: 'Submit request' }).click()
  // The cancellation was requested without its documents, which can be uploaded later.
  await expect(form.getByText('Step 2 of 3')).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Finish later' }).click()
  await expect(status(page)).toContainText('Pending Cancel')
}

test('lets staff finalize a cancellation and reinstate the policy [D056] [D172] [D173] [D174] [D175] [D381]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -73) })
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await requestCancellation(page, policyNo)
  await press(page, 'Finalize Cancellation')
  const finalize = dialog(page, 'Finalize Cancellation')
  await expect(finalize).toContainText('Return premium')
  await expectAccessible(page)
  await finalize.getByRole('button', { name: 'Finalize' }).click()
  await reason(page, 'The policy is cancelled.')
  await expect(status(page)).toContainText('Cancelled')
  // The request does not contain the empty note.
  expect(await getSentBodies(page, '/FinalizeCancelPolicy')).toEqual([{ PolicyNumber: policyNo }])
  await expect(page.getByRole('button', { name: 'Finalize Cancellation' })).toHaveCount(0)

  await press(page, 'Reinstate Policy')
  const reinstate = dialog(page, 'Reinstate Policy')
  const notifications = reinstate.getByRole('switch')
  await expect(notifications).not.toBeChecked()
  await expect(reinstate.getByText('Notifications suppressed')).toBeVisible()
  await notifications.check()
  await expect(reinstate.getByText('Notifications active')).toBeVisible()
  await expectAccessible(page)
  await reinstate.getByRole('button', { name: 'Reinstate' }).click()
  await reason(page, 'Policy has been successfully reinstated!')
  await expect(status(page)).toContainText('Active')
  await expect(page.getByRole('button', { name: 'Reinstate Policy' })).toHaveCount(0)
})

test('shows why a reinstatement failed [D380]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -73) })
  const page = await openSharedPage('internal@example.com')
  await requestCancellation(page, policyNo)
  const elsewhere = await page.context().newPage()
  for (const one of [page, elsewhere]) {
    await one.bringToFront()
    await open(one, policyNo)
    await press(one, 'Reinstate Policy')
  }
  const confirm = (one: Page) => dialog(one, 'Reinstate Policy').getByRole('button', { name: 'Reinstate' }).click()
  await confirm(elsewhere)
  await reason(elsewhere, 'Policy has been successfully reinstated!')
  await page.bringToFront()
  await confirm(page)
  await expect(dialog(page, 'Reinstate Policy').getByRole('alert')).toContainText(
    'not cancelled or pending cancellation',
  )
  await page.route('**/reinstate/**', (route) => route.abort())
  await confirm(page)
  await expect(dialog(page, 'Reinstate Policy').getByRole('alert')).toHaveText(
    /There was an error reinstating the policy\./,
  )
})

test('lets staff non-renew an earthquake policy [D177] [D203] [D272] [D356] [D051]', async ({
  openSharedPage,
  book,
}) => {
  const quake = await book.aPolicy({ productId: 4, signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const flood = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await open(page, flood.policyNo)
  await expect(status(page)).toContainText('Active')
  await expect(page.getByRole('button', { name: 'Non-Renew', exact: true })).toHaveCount(0)
  await open(page, quake.policyNo)
  await press(page, 'Non-Renew')
  const form = dialog(page, 'Confirm Non-Renewal')
  const confirm = form.getByRole('button', { name: 'Confirm' })
  await form.getByLabel('Note').fill(' ')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Note').fill('The insured moves away.')
  await expectAccessible(page)
  await page.route('**/nonRenew', (route) => route.abort())
  await confirm.click()
  await reason(page, 'Error: There was an error non-renewing the policy.')
  await page.unroute('**/nonRenew')
  await confirm.click()
  await reason(page, 'Success: Policy has been successfully non-renewed!')
  await expect(status(page)).toContainText('Non-renew')
  await expect(page.getByRole('button', { name: 'Non-Renew', exact: true })).toHaveCount(0)
  expect((await getSentBodies(page, '/nonRenew')).at(-1)).toEqual({
    PolicyNo: quake.policyNo,
    Note: 'The insured moves away.',
    reasonCode: '99',
  })
})

test('hides Non-Renew, Reinstate Policy and Finalize Cancellation from agents [D272] [D173] [D174]', async ({
  openSharedPage,
  book,
}) => {
  const quake = await book.aPolicy({ productId: 4, signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('agent@example.com')
  await open(page, quake.policyNo)
  await expect(status(page)).toContainText('Active')
  await expandSection(page, 'Overview')
  for (const name of ['Non-Renew', 'Reinstate Policy', 'Finalize Cancellation', 'Change the inception date'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('lets staff change the inception date and agency once, then opens the new policy [D030] [D178] [D179] [D359] [D360]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('internal@example.com')
  await open(page, policyNo)
  await expandSection(page, 'Overview')
  await press(page, 'Change the inception date')
  const form = dialog(page, 'Change Inception Date')
  const date = form.getByLabel('Inception date')
  const closing = form.getByRole('switch', { name: 'Immediate Closing' })
  const change = form.getByRole('button', { name: 'Change Date' })
  await expect(form).toContainText('The standard 10-day waiting period can be waived only for a real estate closing')
  await expect(form).toContainText(`From ${us(addDays(today, 10))} to ${us(addDays(today, 60))}`)
  await expect(date).toHaveAttribute('min', addDays(today, 10))
  await expect(date).toHaveAttribute('max', addDays(today, 60))
  // Neither the current date nor a date outside of the range can be submitted. Clearing the date picker keeps the
  // previous date.
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await date.fill(addDays(today, 61))
  await expect(form.getByText(/Choose a date from/).first()).toBeVisible()
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await date.fill('')
  await expect(date).toHaveValue(addDays(today, 61))
  await closing.check()
  await expect(date).toHaveAttribute('min', addDays(today, -30))
  await closing.uncheck()
  await date.fill(addDays(today, 30))
  await form.getByLabel('New agent number').fill('999999')
  await expectAccessible(page)
  await change.click()
  await expect(form.getByRole('alert')).toContainText('New agent number')
  await form.getByLabel('New agent number').fill('100110')
  await form.getByLabel('Producer name').fill('Sample Producer')
  await change.click()
  await expect(form.getByText(`Policy ${policyNo} has been cancelled. The new policy number is`)).toBeVisible()
  await expect(form.getByText('The new agent of record is 100110.')).toBeVisible()
  for (const locked of [date, closing, form.getByLabel('New agent number'), form.getByLabel('Producer name')])
    await expect(locked).toBeDisabled()
  await expect(change).toHaveCount(0)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'View New Policy' }).click()
  await expect(page).not.toHaveURL(new RegExp(policyNo))
  await expect(page).toHaveURL(/\/policy\/embed\/RFL\d+$/)
  await expect(status(page)).toContainText('Bound')
  await expect(page.getByText(us(addDays(today, 30))).first()).toBeVisible()
  await open(page, policyNo)
  await expect(status(page)).toContainText('Cancelled')
})

test('lets agents change the inception date, but not the agency, if no cancellation is pending [D180] [D207] [D209] [D358]', async ({
  openSharedPage,
  book,
}) => {
  const bound = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('agent@example.com')
  await open(page, bound.policyNo)
  await expandSection(page, 'Overview')
  await press(page, 'Change the inception date')
  const form = dialog(page, 'Change Inception Date')
  await expect(form.getByLabel('Inception date')).toBeEnabled()
  await expect(form.getByLabel('New agent number')).toHaveCount(0)
  await expect(form.getByLabel('Producer name')).toHaveCount(0)
  const response = { statusCode: 409, message: 'The policy was changed meanwhile.', payload: { policy: null } }
  await page.route('**/cancelRewrite/*', (route) => route.fulfill({ status: 200, json: response }))
  await form.getByLabel('Inception date').fill(addDays(today, 40))
  await form.getByRole('button', { name: 'Change Date' }).click()
  await expect(form.getByRole('alert')).toHaveText(/The policy was changed meanwhile\./)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await press(page, 'Cancel Policy')
  const cancel = dialog(page, 'Policy Cancellation')
  await cancel.getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(cancel.getByText('Step 1 of 1')).toBeVisible()
  await cancel.getByRole('button', { name: 'Close' }).last().click()
  await dialog(page, 'Finish this request later?').getByRole('button', { name: 'Finish later' }).click()
  await expect(status(page)).toContainText('Pending Cancel')
  await press(page, 'Change the inception date')
  await expect(form.getByText('The policy is pending cancellation, so its date cannot be changed.')).toBeVisible()
  await expect(form.getByLabel('Inception date')).toBeDisabled()
  await expect(form.getByRole('switch', { name: 'Immediate Closing' })).toBeDisabled()
  await expect(form.getByRole('button', { name: 'Change Date' })).toHaveAttribute('aria-disabled', 'true')
})
