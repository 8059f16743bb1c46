import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { getSentBodies, recordCalls } from '../support/record-requests.ts'
import { today } from '../support/today.ts'
import { expectAccessible, signWithText, visit } from '../support/user-actions.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Policy Cancellation', exact: true })

async function openForm(page: Page, policyNo: string) {
  await visit(page, `/policy/embed/${policyNo}`)
  await page.getByRole('button', { name: 'Cancel Policy' }).click()
}

test('lets staff cancel a policy with reason, date, notes and document [C054] [C072] [C154] [C156] [C157] [D305]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await visit(page, `/policy/embed/${policyNo}`)
  const documents = page.getByRole('region', { name: 'Policy Documents' })
  await documents.scrollIntoViewIfNeeded()
  await expect(documents.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Policy' }).click()
  const select = form(page).getByRole('combobox', { name: 'Reason' })
  await expect(select.locator('optgroup')).toHaveAttribute('label', 'Internal')
  await expect(select.locator('optgroup option', { hasText: 'Fraud or Material Misrepresentation' })).toHaveCount(1)
  const next = form(page).getByRole('button', { name: /^(Submit request|Next$)/ })
  await select.selectOption({ label: 'Building Sold' })
  const date = form(page).getByLabel('Date of sale')
  await form(page).getByLabel('Notes').fill('Sold; the closing statement is uploaded.')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await date.fill(addDays(today, -41))
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await date.fill(addDays(today, -20))
  await expect(form(page).getByRole('region', { name: 'Refund' })).toContainText('Return premium')
  await expect(next).not.toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await form(page).getByLabel('Notes').fill(' ')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await form(page).getByLabel('Notes').fill('Sold; the closing statement is uploaded.')
  const notifications = form(page).getByRole('switch', { name: 'Notifications active' })
  await expect(notifications).toBeChecked()
  await next.click()

  await expect(form(page).getByText('Step 2 of 3')).toBeVisible()
  await expect(page.getByText('Pending Cancel').first()).toBeVisible()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await form(page)
    .getByLabel('Property Sold')
    .last()
    .setInputFiles({ name: 'closing.txt', mimeType: 'text/plain', buffer: Buffer.from(`Sold, policy ${policyNo}.`) })
  await next.click()
  await expect(form(page).getByText('Step 3 of 3')).toBeVisible()
  await expect(form(page).getByText('Staff cannot sign on anyone’s behalf')).toBeVisible()
  // The document list behind the dialog has been reloaded. The test finds it by text, because content behind a dialog
  // has no accessible role.
  await expect(page.getByText('Property Sold').first()).toBeAttached()
  await form(page).getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancellation is Pending' })).toContainText('An email has been sent to')
  expect(await getSentBodies(page, '/cancelPolicy')).toMatchObject([
    {
      PolicyNumber: policyNo,
      ReasonCode: '01',
      NoteInfo: { Note: 'Sold; the closing statement is uploaded.', Private: false },
      EffectiveDate: addDays(today, -20),
      SuppressNotification: false,
    },
  ])
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('region', { name: 'Cancellation' })).toContainText('Waiting for the insured’s signature')
  await expect(page.getByRole('button', { name: 'Cancel Policy' })).toHaveCount(0)
})

test('lets agents confirm the only cancel reason, sign, and resume after a reload [C155] [C156] [C198]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('agent@example.com')
  await recordCalls(page)
  await openForm(page, policyNo)
  await expect(form(page).getByText('Cancel Prior to Effective Date')).toBeVisible()
  await expect(form(page).getByText('Internal', { exact: true })).toHaveCount(0)
  await expect(form(page).getByRole('switch')).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(form(page).getByText('Step 1 of 1')).toBeVisible()
  const sent = (await getSentBodies(page, '/cancelPolicy')) as {
    EffectiveDate: string
    SuppressNotification?: boolean
  }[]
  expect(sent).toHaveLength(1)
  expect(sent[0]?.EffectiveDate).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  expect(sent[0]).not.toHaveProperty('SuppressNotification')
  await page.reload()
  await page.getByRole('button', { name: 'Sign the request' }).click()
  const send = form(page).getByRole('button', { name: 'Cancel Policy' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await signWithText(page)
  await expect(form(page).getByText('You have signed the request.')).toBeVisible()
  await expectAccessible(page)
  await send.click()
  await expect(page.getByRole('dialog', { name: 'Finalizing Cancellation' })).toContainText(
    'Your cancellation will be complete in a few minutes after an automatic review.',
  )
  expect(await getSentBodies(page, '/cancelPolicy')).toEqual([])
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('button', { name: 'Sign the request' })).toHaveCount(0)
})

test('shows why a cancellation failed in a dialog titled Error [C212]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage('agent@example.com')
  await openForm(page, policyNo)
  await page.route('**/cancelPolicy', (route) =>
    route.fulfill({
      status: 409,
      json: {
        statusCode: 409,
        message: 'Policy is already in Pending Cancel or Cancelled.',
        errors: [],
        requestId: 'r1',
      },
    }),
  )
  await form(page).getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText(
    'Policy is already in Pending Cancel or Cancelled.',
  )
})

test('refers agents to support to cancel a policy in force', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ inception: addDays(today, -40) })
  const page = await openSharedPage('agent@example.com')
  await openForm(page, policyNo)
  await expect(page.getByRole('dialog', { name: 'Policy Cancellation Request' })).toContainText('(800) 555-0199')
  await expect(form(page)).toHaveCount(0)
})
