import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { writeCsv } from '@tideline/api/lockbox/write-csv.ts'
import { type Book, test } from '../support/browser-fixtures.ts'
import { type EverydayTask, getTaskTitle, runTask } from '../support/everyday-tasks.ts'
import { today } from '../support/today.ts'
import { expandSection, visit } from '../support/user-actions.ts'

/** Opens an area of the back office from the left menu. */
const menu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const message = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
/** Returns the rows of a list, including its header row. */
const rows = (page: Page) => page.locator('.RaList-main').getByRole('row')
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
/** Clicks a button of the open dialog. */
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

/** Searches for a policy with the keyboard. This works on every page. */
async function find(page: Page, policyNo: string) {
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(policyNo)
  await expect(page.getByRole('option', { name: new RegExp(policyNo) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: policyNo, exact: true })).toBeVisible()
}

/** Requests a cancellation on the policy page. The fields depend on the reason. */
async function requestCancellation(page: Page, reason: string) {
  await button(page, 'Cancel Policy')
  const form = page.getByRole('dialog', { name: 'Policy Cancellation', exact: true })
  await form.getByRole('combobox', { name: 'Reason' }).selectOption(reason)
  await form.getByLabel('Notes').fill('Asked for by phone.')
  const date = form.locator('input[type=date]')
  if (await date.count()) await date.fill(addDays(today, -1))
  await form.getByRole('button', { name: 'Submit request' }).click()
  await form.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Finish later' }).click()
  await message(page, 'Pending Cancel')
}

const name = (what: string) => `${what}${Date.now()}${Math.floor(Math.random() * 1e6)}`
const inForce = {
  inception: addDays(today, -40),
  posted: addDays(today, -60),
  signed: 'both',
  payment: 'paid',
} as const
const policyInForce = async (book: Book) => (await book.aPolicy(inForce)).policyNo
/** Returns a lockbox file that contains one unique check. */
const checkFor = (reference: string) => {
  const checkNo = name('').replaceAll(/\D/g, '').slice(-9)
  const check = { lockboxNo: '555010', depositDate: today, batchNo: '9', itemNo: '1', amountCents: 45_000 }
  const text = writeCsv([{ ...check, checkNo, payer: 'Somebody Else', reference }])
  return { name: `${name('checks')}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
}
const upload = async (page: Page, file: ReturnType<typeof checkFor>) => {
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Choose file')
  await (await chosen).setFiles(file)
}

/** Everyday staff tasks with their maximum number of clicks. Each task starts at Home. */
const tasks: EverydayTask[] = [
  { task: 'find a policy by its number', maxClicks: 1, prepare: policyInForce, run: find },
  {
    task: 'add a note to a policy',
    isNightly: true,
    maxClicks: 3,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'View Timeline')
      await field(page, 'Note').fill('The insured moves in on Monday.')
      await button(page, 'Add Note')
      await expect(page.getByRole('article').getByText('The insured moves in on Monday.')).toBeVisible()
    },
  },
  {
    task: 'resend a policy link',
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
    task: 'request a cancellation',
    isNightly: true,
    maxClicks: 5,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await requestCancellation(page, '12')
    },
  },
  {
    task: 'request a cancellation and finalize it',
    isNightly: true,
    maxClicks: 7,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await requestCancellation(page, '12')
      await button(page, 'Finalize Cancellation')
      await confirm(page, 'Finalize')
      await message(page, 'The policy is cancelled.')
    },
  },
  {
    task: 'reinstate a policy that is pending cancellation',
    isNightly: true,
    maxClicks: 7,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await requestCancellation(page, '12')
      await button(page, 'Reinstate Policy')
      await confirm(page, 'Reinstate')
      await message(page, 'Policy has been successfully reinstated!')
    },
  },
  {
    task: 'non-renew an earthquake policy',
    isNightly: true,
    maxClicks: 3,
    prepare: async (book) => (await book.aPolicy({ ...inForce, productId: 4 })).policyNo,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Non-Renew')
      await page.getByRole('dialog').getByLabel('Note').fill('The insured moves away.')
      await confirm(page, 'Confirm')
      await message(page, 'Success: Policy has been successfully non-renewed!')
    },
  },
  {
    task: 'report a claim',
    isNightly: true,
    maxClicks: 4,
    prepare: policyInForce,
    run: async (page, policyNo) => {
      await find(page, policyNo)
      await button(page, 'Report a Claim')
      await page.getByLabel('Date of loss').fill(addDays(today, -3))
      await confirm(page, 'Report')
      await expect(page.getByRole('region', { name: 'Claims' }).getByText('1 claim, 1 open')).toBeVisible()
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
    task: 'transfer a payment to another policy',
    isNightly: true,
    maxClicks: 4,
    prepare: async (book) => `${await policyInForce(book)} ${(await book.aPolicy()).policyNo}`,
    run: async (page, about) => {
      const [from = '', to = ''] = about.split(' ')
      await find(page, from)
      await expandSection(page, 'Payments')
      await button(page, /^Transfer payment/)
      const dialog = page.getByRole('dialog', { name: 'Transfer Payment' })
      await dialog.getByLabel('Amount', { exact: true }).fill('300')
      await dialog.getByLabel('Recipient policy number').fill(to)
      await confirm(page, 'Transfer')
      await message(page, 'Transfer has been applied successfully!')
    },
  },
  {
    task: 'resend the links of two policies at once',
    isNightly: true,
    maxClicks: 5,
    prepare: async (book) => {
      const addr1 = `${name('')} Pelican Demo Way`
      await book.aPolicy({ addr1 })
      await book.aPolicy({ addr1 })
      return addr1
    },
    run: async (page, address) => {
      await menu(page, 'Policies')
      await field(page, 'Policy, insured or address').fill(address)
      await message(page, /^2 policies$/)
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'Resend link')
      await confirm(page, 'Resend')
      await expect(page.getByRole('dialog')).toContainText('2 of 2')
    },
  },
  {
    task: 'change the text of an email and preview it',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      await menu(page, 'Email Templates')
      await link(page, 'Payment received')
      await field(page, 'Subject').fill('We received your payment for {{policyNo}}')
      await button(page, 'Preview')
      await expect(page.getByRole('heading', { name: /^We received your payment for [A-Z]{3}3/ })).toBeVisible()
    },
  },
  {
    task: 'keep an overpayment for the renewal',
    maxClicks: 3,
    prepare: async (book) => {
      const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
      await book.payAgain(policyNo)
      return policyNo
    },
    run: async (page, policyNo) => {
      await menu(page, 'Billing: Payments')
      const item = page
        .getByRole('region', { name: 'Overpayments' })
        .locator('.MuiStack-root')
        .filter({ hasText: policyNo })
      await item.last().getByRole('button', { name: 'Keep for the renewal' }).click()
      await confirm(page, 'Keep for the renewal')
      await message(page, 'The overpayment was resolved.')
    },
  },
  {
    task: 'upload a lockbox file and apply a check without a policy number',
    maxClicks: 5,
    prepare: async (book) => {
      const addr1 = `${Math.floor(10_000 + Math.random() * 90_000)} Heron Demo Way`
      return `${(await book.aPolicy({ addr1 })).policyNo} ${addr1}`
    },
    run: async (page, about) => {
      const [policyNo = '', address = ''] = about.split(/ (.*)/)
      await menu(page, 'Lockbox Adjustments')
      await upload(page, checkFor(address))
      await rows(page).filter({ hasText: address }).click()
      await button(page, `Apply $450.00 to ${policyNo}`)
      await message(page, `Applied $450.00 to ${policyNo}.`)
    },
  },
  {
    task: 'return a check to its sender',
    isNightly: true,
    maxClicks: 5,
    run: async (page) => {
      await menu(page, 'Lockbox Adjustments')
      const reference = name('nothing')
      await upload(page, checkFor(reference))
      await rows(page).filter({ hasText: reference }).click()
      await button(page, 'Return to sender')
      await confirm(page, 'Return to sender')
      await message(page, 'Check marked as returned to the sender.')
    },
  },
  {
    task: 'test, start and withdraw a moratorium',
    isNightly: true,
    maxClicks: 7,
    run: async (page) => {
      const storm = name('Storm Demo')
      await menu(page, 'Moratoriums')
      await link(page, 'Start moratorium')
      await field(page, 'Name').fill(storm)
      await field(page, 'Reason').fill('Tropical storm warning.')
      await field(page, 'From').fill('2030-06-01')
      await page.getByRole('checkbox', { name: 'Monroe' }).check()
      await button(page, 'Dry run')
      await expect(page.getByRole('heading', { name: /^\d+ polic/ })).toBeVisible()
      await button(page, 'Start moratorium')
      const row = rows(page).filter({ hasText: storm })
      await expect(row).toContainText('Monroe, FL')
      // The moratorium has not started yet, so staff withdraw it instead of stopping it.
      await row.getByRole('button', { name: `Withdraw ${storm}` }).click()
      await confirm(page, 'Withdraw moratorium')
      await expect(row.getByRole('button', { name: `Withdraw ${storm}` })).toHaveCount(0)
    },
  },
  {
    task: 'look up the licenses of an agency',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      await menu(page, 'Agencies')
      await page.getByPlaceholder('Number, company, city or person').fill('Harborview')
      await message(page, /^1 agency$/)
      await rows(page).filter({ hasText: 'Harborview' }).click()
      await tab(page, 'Licenses')
      await expect(page.getByRole('cell', { name: 'FL' }).first()).toBeVisible()
    },
  },
  {
    task: 'add an agency',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      const company = name('Sandbar Coverage')
      await menu(page, 'Agencies')
      await link(page, 'New agency')
      for (const [label, value] of [
        ['Company', company],
        ['Street address', '7 Sandbar Demo Rd'],
        ['City', 'Tampa'],
        ['State', 'FL'],
        ['ZIP code', '33606'],
        ['Phone', '813-555-0177'],
        ['Email', 'sandbar@example.com'],
      ] as const)
        await field(page, label).fill(value)
      await button(page, 'Create agency')
      await expect(page.getByRole('heading', { name: new RegExp(`^${company}`) })).toBeVisible()
    },
  },
  {
    task: 'upload a document of an agency',
    isNightly: true,
    maxClicks: 4,
    run: async (page) => {
      await menu(page, 'Agencies')
      await page.getByPlaceholder('Number, company, city or person').fill('Pier Nine')
      await message(page, /^1 agency$/)
      await rows(page).filter({ hasText: 'Pier Nine' }).click()
      await tab(page, 'Documents')
      const title = `${name('agreement')}.txt`
      const file = { name: title, mimeType: 'text/plain', buffer: Buffer.from(title) }
      const chosen = page.waitForEvent('filechooser')
      await button(page, 'Upload document')
      await (await chosen).setFiles(file)
      await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible()
    },
  },
  {
    task: 'invite a colleague',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      const email = `${name('newcomer')}@example.com`
      await menu(page, 'Accounts')
      await link(page, 'Invite user')
      await field(page, 'Email').fill(email)
      await field(page, 'First name').fill('Nell')
      await field(page, 'Last name').fill('Newcomer')
      await page.keyboard.press('Enter')
      await message(page, email)
    },
  },
  {
    task: 'deactivate an account',
    isNightly: true,
    maxClicks: 4,
    prepare: (book) => book.createStaffAccount('Tideline-Demo-1'),
    run: async (page, email) => {
      await menu(page, 'Accounts')
      await field(page, 'Name or email').fill(email)
      const row = rows(page).filter({ hasText: email })
      // Waits until the list is filtered. Otherwise, the row could rerender during the click.
      await message(page, /^1 account$/)
      await row.click()
      await page.getByRole('switch', { name: 'Can log in' }).uncheck()
      await button(page, 'Save')
      await expect(row).toContainText('Deactivated')
    },
  },
  {
    task: 'create an API key',
    isNightly: true,
    maxClicks: 6,
    run: async (page) => {
      await menu(page, 'API Keys')
      await link(page, 'Create key')
      await field(page, 'Description').fill(name('Nightly sync'))
      await page.getByRole('combobox', { name: 'Acts as' }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('checkbox', { name: 'Policies: read' }).check()
      await button(page, 'Create key')
      await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue(/^tideline_/)
    },
  },
  {
    task: 'add a webhook endpoint',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      await menu(page, 'Webhooks')
      await link(page, 'Add endpoint')
      await field(page, 'Description').fill(name('Nightly sync'))
      await field(page, 'URL').fill('https://example.com/hooks')
      await button(page, 'Add endpoint')
      await expect(field(page, 'Secret')).toHaveValue(/^whsec_/)
    },
    cleanUp: (book) => book.disableWebhookEndpoint('https://example.com/hooks'),
  },
  {
    task: 'change a setting',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      await menu(page, 'Settings')
      await field(page, 'Name or description').fill('payouts.secondPersonAbove')
      const row = rows(page).filter({ hasText: 'payouts.secondPersonAbove' })
      await message(page, /^1 setting$/)
      await row.click()
      // Only raising this limit requires a second staff member. Lowering it does not.
      await field(page, 'Value').fill('19,000')
      await page.keyboard.press('Enter')
      await expect(row).toContainText('19,000')
    },
  },
  {
    task: 'read an entry of the audit log',
    isNightly: true,
    maxClicks: 2,
    run: async (page) => {
      await menu(page, 'Audit Trail')
      await rows(page).nth(1).click()
      await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible()
    },
  },
  {
    task: 'export the policy list',
    isNightly: true,
    maxClicks: 2,
    run: async (page) => {
      await menu(page, 'Policies')
      await field(page, 'Policy, insured or address').fill('Bayshore')
      const download = page.waitForEvent('download')
      await button(page, 'Export')
      expect((await download).suggestedFilename()).toMatch(/\.(csv|xlsx)$/)
    },
  },
  {
    task: 'see how a commission line was calculated',
    isNightly: true,
    maxClicks: 3,
    run: async (page) => {
      await menu(page, 'Commissions')
      await rows(page).nth(1).click()
      await page
        .getByRole('button', { name: /^View calculation for / })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('%')
    },
  },
  {
    task: 'adjust a commission statement',
    isNightly: true,
    maxClicks: 4,
    run: async (page) => {
      await menu(page, 'Commissions')
      await rows(page).filter({ hasText: 'Open' }).nth(3).click()
      await button(page, 'Add adjustment')
      const description = name('Bonus')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Description').fill(description)
      await dialog.getByLabel('Amount in dollars').fill('10.00')
      await dialog.getByLabel('Amount in dollars').press('Enter')
      await expect(page.getByRole('cell', { name: description, exact: true })).toBeVisible()
    },
  },
  {
    task: 'refund the return premium of a cancellation',
    maxClicks: 4,
    run: async (page) => {
      await menu(page, 'Refund Reviews')
      await rows(page).nth(1).click()
      await button(page, 'Refund the payer')
      await page.getByRole('dialog').getByLabel('Reason').fill('No new policy was written.')
      await confirm(page, 'Refund the payer')
      await message(page, /^The refund of \$[\d,.]+ was submitted\.$/)
    },
  },
  {
    task: 'add a card fee',
    isNightly: true,
    maxClicks: 5,
    run: async (page) => {
      await menu(page, 'Card Fees')
      await link(page, 'Add card fee')
      await field(page, 'Issued in').fill('US')
      await page.getByRole('combobox', { name: 'Brand' }).click()
      await page.getByRole('option', { name: 'Visa' }).click()
      await page.getByRole('spinbutton', { name: 'Rate, in percent' }).fill('2.7')
      await page.getByRole('spinbutton', { name: 'Fixed fee in dollars' }).fill('0.30')
      await field(page, 'From').fill('2031-01-01')
      await page.keyboard.press('Enter')
      await expect(rows(page).filter({ hasText: '01/01/2031' })).toContainText('2.7%')
    },
  },
]

const startDay = async (page: Page) => {
  await visit(page, '/admin/')
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
}

for (const task of tasks)
  test(getTaskTitle('staff', task), { tag: task.isNightly ? '@nightly' : [] }, ({ openSharedPage, book }) =>
    runTask(task, { book, openPage: () => openSharedPage('admin'), start: startDay }),
  )
