import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, getLinkFromMailbox, getLogInStatus, getUrl, restoreSignIn } from '../support/user-actions.ts'

test('onboards an agency from the emailed link through approval to its first statement [P070] [P071] [P072] [P073] [P074] [P123]', {
  tag: '@nightly',
}, async ({ page, elsewhere, book }) => {
  const email = `first.time.${Date.now()}@example.com`
  const fill = async (where: Page, fields: readonly (readonly [label: string, value: string])[]) => {
    for (const [label, value] of fields) await where.getByLabel(label, { exact: true }).fill(value)
  }
  // Staff create the agency. An agent who tries this is redirected to their own profile.
  const agent = await elsewhere()
  await restoreSignIn(agent, 'agent@example.com')
  await agent.goto(getUrl('/agents/new'))
  await expect(agent).toHaveURL(getUrl('/profile'))
  await restoreSignIn(page, 'internal@example.com')
  await page.goto(getUrl('/agents/new'))
  await fill(page, [
    ['Company', 'Spring Tide Insurance'],
    ['Street address', '9 Spring Demo Rd'],
    ['City', 'Tampa'],
    ['State', 'FL'],
    ['ZIP code', '33606'],
    ['Phone', '813-555-0188'],
    ['First name', 'Robin'],
    ['Last name', 'Spring'],
    ['Email', email],
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create and send link' }).click()
  await expect(page.getByRole('heading', { name: 'Spring Tide Insurance' })).toBeVisible()
  const agencyNo = page.url().split('/').at(-1) ?? ''
  await expect(page).toHaveURL(getUrl(`/profile/agents/${agencyNo}`))

  // The agency opens the emailed link in a different browser.
  const staff = page
  const own = await elsewhere()
  const link = await getLinkFromMailbox(
    own,
    email,
    'Register Spring Tide Insurance',
    '/agency/registration/completion/',
  )
  await own.goto(link)
  await expect(own).toHaveURL(getUrl('/agency/registration/documents'))
  const save = async (...fields: (readonly [label: string, value: string])[]) => {
    await fill(own, fields)
    await own.getByRole('button', { name: 'Save and continue' }).click()
  }
  await save(['Tax ID', '59-1234567'])
  await expect(own.getByLabel('License number')).toBeVisible()
  // The agency leaves and returns. The registration continues at the same step.
  await own.goto(getUrl('/dashboard'))
  await expect(own).toHaveURL(getUrl('/agency/registration/documents'))
  await save(
    ['License state', 'FL'],
    ['License number', 'L-4711'],
    ['Start date', '2026-01-01'],
    ['Last day', '2099-12-31'],
    ['E&O carrier', 'Sample Mutual'],
    ['E&O policy number', 'EO-4711'],
    ['E&O expiration date', '2099-06-30'],
  )
  await save(['Bank name', 'Demo Bank'], ['Routing number', '110000000'], ['Account number', '000123456789'])
  await expect(own.getByRole('heading', { name: 'Commission schedule' })).toBeVisible()
  await expectAccessible(own)
  await own.getByLabel('I agree to use electronic records and signatures').check()
  await own.getByLabel('Use a text signature').check()
  await own.getByRole('button', { name: 'Sign agreements' }).click()
  await expect(own.getByText('Thank you. Your agreements are signed.')).toBeVisible()

  // Staff receive a notification, review the registration, and approve it.
  expect(
    await getLinkFromMailbox(staff, 'support@example.com', 'Spring Tide Insurance has signed', '/admin/'),
  ).toContain(`/admin/agencies/${agencyNo}/show/registration`)
  await staff.goto(getUrl(`/admin/agencies/${agencyNo}/show/registration`))
  await expect(staff.getByText(/Agency agreement: signed by Robin Spring/)).toBeVisible()
  await staff.getByRole('button', { name: 'Approve agency' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve agency' }).click()
  await expect(staff.getByText('Registered by link and approved')).toBeVisible()

  // A superuser assigns a role to the agency's owner, who needs it to see the commissions.
  const superuser = await elsewhere()
  await restoreSignIn(superuser, 'superuser@example.com')
  await superuser.goto(getUrl(`/admin/accounts?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`))
  await superuser.getByRole('cell', { name: email, exact: true }).click()
  await superuser.getByRole('checkbox', { name: /^financeadmin:/ }).check()
  await superuser.getByRole('button', { name: 'Save' }).click()
  await expect(superuser).toHaveURL(/\/admin\/accounts(\?|$)/)

  // The agent sets a password and sees an empty portal that explains the next steps.
  await own.goto(await getLinkFromMailbox(own, email, 'is approved', '/login/reset/'))
  await own.getByLabel('New password', { exact: true }).fill('Tideline-Demo-2')
  await own.getByLabel('Confirm new password').fill('Tideline-Demo-2')
  await own.getByRole('button', { name: 'Save password' }).click()
  await expect(own).toHaveURL(/\/login$/)
  expect(await getLogInStatus(own, email, 'Tideline-Demo-2')).toBe(200)
  await own.getByLabel('Email').fill(email)
  await own.getByRole('textbox', { name: 'Password' }).fill('Tideline-Demo-2')
  await own.getByRole('button', { name: 'Log in' }).click()
  await expect(own).toHaveURL(getUrl('/dashboard'))
  await expect(own.getByRole('heading', { name: 'Welcome, Robin' })).toBeVisible()
  for (const none of ['No open tasks', 'You have no policies yet']) await expect(own.getByText(none)).toBeVisible()
  await expectAccessible(own)
  await own.goto(getUrl('/profile/profile'))
  await expect(own.getByText(email)).toBeVisible()

  // The agency binds its first policy. At the end of the month, it receives the commission statement by email.
  await own.goto(getUrl('/statements'))
  await expect(own.getByText('No statement for this month')).toBeVisible()
  const agency = await book.agency(agencyNo)
  const { policyNo } = await book.aPolicy({ agency })
  await book.endMonthOf(agency)
  await own.goto(await getLinkFromMailbox(own, email, 'Your commission statement for', '/statements/'))
  await expect(own.getByRole('heading', { name: `Spring Tide Insurance (${agencyNo})` })).toBeVisible()
  const line = own.getByRole('row').filter({ hasText: policyNo })
  await expect(line).toContainText('15%')
  await expect(line).toContainText('$177.00')
  await expect(own.getByText('Closed', { exact: true })).toBeVisible()
})
