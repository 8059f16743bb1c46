import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { type Book, test } from '../support/browser-fixtures.ts'
import { type EverydayTask, getTaskTitle, runTask } from '../support/everyday-tasks.ts'
import { expectMaxClicks } from '../support/limit-clicks.ts'
import { today } from '../support/today.ts'
import { expandSection, expectDone, fillBank, visit } from '../support/user-actions.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const message = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
/** Clicks a button of the open dialog. */
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

/** Searches for a policy with the keyboard. This works on every page. */
async function find(page: Page, policyNo: string) {
  await page.keyboard.press('/')
  await expect(page.getByLabel('Policy, name or address')).toBeFocused()
  await page.keyboard.type(policyNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: policyNo, exact: true })).toBeVisible()
}

const inForce = {
  inception: addDays(today, -40),
  posted: addDays(today, -60),
  signed: 'both',
  payment: 'paid',
} as const
const policyInForce = async (book: Book) => (await book.aPolicy(inForce)).policyNo
const unpaidPolicy = async (book: Book) => (await book.aPolicy({ signed: 'both' })).policyNo

/** Everyday tasks of an agent with their maximum number of clicks. Each task starts at the dashboard. */
const tasks: EverydayTask[] = [
  { task: 'find a policy by its number', maxClicks: 1, prepare: policyInForce, run: find },
  {
    task: 'open the payment of the most urgent policy to pay',
    isNightly: true,
    maxClicks: 2,
    run: async (page) => {
      await button(page, /^To pay/)
      await page
        .getByRole('link', { name: /^Pay, / })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
    },
  },
  {
    task: 'send the policyholder the link to sign',
    isNightly: true,
    maxClicks: 4,
    prepare: async (book) => (await book.aPolicy()).policyNo,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'More')
      await page.getByRole('menuitem', { name: 'Resend Email Link' }).click()
      await confirm(page, 'Send')
      await message(page, /^Email successfully sent to /)
    },
  },
  {
    task: 'collect a payment by bank account',
    maxClicks: 3,
    prepare: unpaidPolicy,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Payment')
      await fillBank(page)
      await button(page, /^Pay \$/)
      await expectDone(page)
    },
  },
  {
    task: 'open the payment of an invoice',
    isNightly: true,
    maxClicks: 3,
    prepare: unpaidPolicy,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await expandSection(page, 'Invoices')
      await button(page, /^Pay invoice /)
      await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
    },
  },
  {
    task: 'open the declarations page',
    isNightly: true,
    maxClicks: 2,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      const tab = page.waitForEvent('popup')
      await button(page, /^Declarations/)
      // The headless browser downloads the PDF document that the tab opens.
      await (await tab).waitForEvent('download')
    },
  },
  {
    task: 'upload a document',
    isNightly: true,
    maxClicks: 4,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Add Document')
      const chosen = page.waitForEvent('filechooser')
      await confirm(page, 'Browse')
      const buffer = Buffer.from(`%PDF-1.4\n% ${policyNo}\n%%EOF\n`)
      await (await chosen).setFiles({ name: 'survey.pdf', mimeType: 'application/pdf', buffer })
      await confirm(page, 'Upload')
      await message(page, 'Document uploaded successfully.')
    },
  },
  {
    task: 'increase a coverage limit',
    isNightly: true,
    maxClicks: 5,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Endorse')
      await page.getByLabel('Coverage A').fill('300000')
      await button(page, 'Save and Price')
      await button(page, 'Bind')
      await confirm(page, 'Bind')
      await message(page, 'The endorsement was bound.')
    },
  },
  {
    task: 'request a cancellation',
    isNightly: true,
    maxClicks: 3,
    prepare: async (book) => (await book.aPolicy({ signed: 'both', payment: 'paid' })).policyNo,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Cancel Policy')
      await confirm(page, 'Cancel Policy')
      await message(page, 'Pending Cancel')
    },
  },
  {
    task: 'move a policy to another agency',
    isNightly: true,
    maxClicks: 4,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await expandSection(page, 'Agency Contact Information')
      await button(page, 'Change the agency')
      const dialog = page.getByRole('dialog', { name: 'Change Agency' })
      await dialog.getByLabel('Agency number').fill('100110')
      await dialog.getByLabel('Notes').fill('Signed letter received.')
      await confirm(page, 'Update')
      await message(page, 'Agency changed successfully')
    },
  },
  {
    task: 'report a claim',
    isNightly: true,
    maxClicks: 3,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Report a Claim')
      await page.getByLabel('Date of loss').fill(addDays(today, -3))
      await confirm(page, 'Report')
      await message(page, 'The claim was reported.')
    },
  },
  {
    task: 'create a proof of insurance for a lender',
    isNightly: true,
    maxClicks: 3,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Proof of Insurance')
      const dialog = page.getByRole('dialog', { name: 'Proof of insurance' })
      await dialog.getByLabel('Recipient').fill('Gulf Sample Bank')
      await confirm(page, 'Create link')
      await expect(dialog.getByLabel('New link')).toHaveValue(/^http/)
    },
  },
]

const startDay = async (page: Page) => {
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
}

for (const task of tasks)
  test(getTaskTitle('an agent', task), { tag: task.isNightly ? '@nightly' : [] }, ({ openSharedPage, book }) =>
    runTask(task, { book, openPage: () => openSharedPage('agent@example.com'), start: startDay }),
  )

test('lets an agent with the finance role read the commission statement of a month in at most 2 clicks', {
  tag: '@nightly',
}, async ({ openSharedPage, book }) => {
  const page = await openSharedPage(await book.createFinanceAgent('Tideline-Demo-1'))
  await startDay(page)
  await expectMaxClicks(page, 2, async () => {
    await page.getByRole('link', { name: 'Statements' }).click()
    await page.getByLabel('Month').fill(today.slice(0, 7))
    await page.getByRole('link', { name: /\(100100\)$/ }).click()
    await expect(page.getByRole('heading', { name: /\(100100\), / })).toBeVisible()
  })
})
