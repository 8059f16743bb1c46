import {
  createAdminAccount,
  getAdminAccount,
  listAdminAccounts,
  login,
  resetSecondFactor,
  unlockAccount,
  updateAdminAccount,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice, renderLogInPage } from '../testing/render-back-office.tsx'

const account = getExample(getAdminAccount)

it('sends every filter of the account list to the API', async () => {
  const filter = { q: 'ada', role: 'internal', isActive: true, agencyNo: '100100' }
  const screen = await renderBackOffice(`/accounts?filter=${encodeURIComponent(JSON.stringify(filter))}`, 'superuser')
  await expect.element(screen.getByRole('link', { name: 'Invite user' })).toBeVisible()
  const [first] = getRequests(listAdminAccounts)
  expect(JSON.parse(new URL(first?.url ?? '').searchParams.get('filter') ?? '')).toEqual(filter)
})

it('invites a user with the selected roles', async () => {
  const screen = await renderBackOffice('/accounts/create', 'superuser')
  await screen.getByLabelText(/^Email/).fill('nell@example.com')
  await screen.getByLabelText(/^First name/).fill('Nell')
  await screen.getByLabelText(/^Last name/).fill('New')
  await screen.getByRole('checkbox', { name: /^financeadmin: billing/ }).click()
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect.poll(() => getRequests(createAdminAccount).length).toBe(1)
  expect(await getRequests(createAdminAccount)[0]?.json()).toEqual({
    ...{ email: 'nell@example.com', firstName: 'Nell', lastName: 'New', phone: null, agencyNo: null },
    roles: ['internal', 'financeadmin'],
  })
})

it('shows “Account created” after an invitation', async () => {
  const screen = await renderBackOffice('/accounts/create', 'superuser')
  await screen.getByLabelText(/^Email/).fill('nell@example.com')
  await screen.getByLabelText(/^First name/).fill('Nell')
  await screen.getByLabelText(/^Last name/).fill('New')
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(screen.getByText('Account created', { exact: true })).toBeVisible()
})

it('formats a ten-digit phone number on the account form as 813-555-0100', async () => {
  const screen = await renderBackOffice('/accounts/create', 'superuser')
  const phone = screen.getByLabelText('Phone')
  await phone.fill('(813) 555-0100')
  await expect.element(phone).toHaveValue('813-555-0100')
  await phone.fill('18135550100')
  await expect.element(phone).toHaveValue('813-555-0100')
  await phone.fill('8135')
  await expect.element(phone).toHaveValue('8135')
})

it('shows the server’s message when a change would remove the last superuser', async () => {
  respondWith(getAdminAccount, { ...account, agencyNo: null, roles: ['superuser', 'internal'] })
  const message = 'This is the last superuser. Add another superuser first.'
  respondWithError(updateAdminAccount, 409, { code: 'last_superuser', message })
  const screen = await renderBackOffice(`/accounts/${account.id}`, 'superuser')
  await screen.getByRole('checkbox', { name: /^superuser/ }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  expect(await getRequests(updateAdminAccount)[0]?.json()).toMatchObject({ agencyNo: null, roles: ['internal'] })
})

it('hides the Save button on the account page from read-only users', async () => {
  respondWith(getAdminAccount, account)
  const screen = await renderBackOffice(`/accounts/${account.id}`, 'superuser', 'readonly')
  await expect.element(screen.getByLabelText(/^First name/)).toHaveValue(account.firstName)
  expect(screen.getByRole('button', { name: 'Save' }).elements()).toEqual([])
})

const locked = { count: 12, lastAt: '2026-11-20T15:00:00Z', lockedUntil: '2099-01-01T00:00:00Z' }

it('requires a reason to unlock an account after failed log-ins', async () => {
  respondWith(getAdminAccount, { ...account, failedLogins: locked })
  const screen = await renderBackOffice(`/accounts/${account.id}`, 'superuser')
  await expect.element(screen.getByText(/^12 failed log-ins, the last .*Locked until /)).toBeVisible()
  await screen.getByRole('button', { name: 'Unlock' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  await dialog.getByLabelText(/^Why\?/).fill('Called; had mistyped it.')
  respondWith(getAdminAccount, account)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(screen.getByText('No failed log-in attempts.')).toBeVisible()
  expect(await getRequests(unlockAccount)[0]?.json()).toEqual({ reason: 'Called; had mistyped it.' })
  // Confirming the dialog must not submit the account form around it.
  expect(getRequests(updateAdminAccount)).toEqual([])
})

it('shows the server’s error in the dialog when two-factor authentication cannot be disabled', async () => {
  respondWith(getAdminAccount, { ...account, hasSecondFactor: true })
  respondWithError(resetSecondFactor, 409, {
    code: 'second_factor_disabled',
    message: 'Two-factor authentication is not set up for this account.',
  })
  const screen = await renderBackOffice(`/accounts/${account.id}`, 'superuser')
  await screen.getByRole('button', { name: 'Disable it' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText(/^Why\?/).fill('The phone was lost.')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect.element(dialog.getByText('Two-factor authentication is not set up for this account.')).toBeVisible()
})

it('shows read-only users failed log-ins without the Unlock and Disable buttons', async () => {
  respondWith(getAdminAccount, { ...account, hasSecondFactor: true, failedLogins: locked })
  const screen = await renderBackOffice(`/accounts/${account.id}`, 'superuser', 'readonly')
  await expect.element(screen.getByText(/^12 failed log-ins/)).toBeVisible()
  expect(screen.getByRole('button', { name: /Unlock|Disable it/ }).elements()).toEqual([])
})

it('asks staff to enter a two-factor code at log-in, or to set up two-factor authentication', async () => {
  respondWithError(login, 401, {
    code: 'missing_second_factor_code',
    message: 'Enter the code from your authenticator app.',
  })
  const screen = await renderLogInPage()
  await screen.getByLabelText(/^Email/).fill('keeper@example.com')
  await screen.getByLabelText(/^Password/).fill('Tideline-Demo-1')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await screen.getByLabelText(/^Code/).fill('492039')
  respondWithError(login, 422, { code: 'wrong_code', message: 'Code: it is not the code that your app shows now.' })
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.element(screen.getByText('Code: it is not the code that your app shows now.')).toBeVisible()
  expect(await getRequests(login).at(-1)?.json()).toEqual({
    ...{ email: 'keeper@example.com', password: 'Tideline-Demo-1', code: '492039' },
  })
  respondWithError(login, 401, {
    code: 'second_factor_not_set_up',
    message: 'Your account requires two-factor authentication.',
  })
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.element(screen.getByRole('link', { name: 'Set it up in the portal' })).toBeVisible()
})
