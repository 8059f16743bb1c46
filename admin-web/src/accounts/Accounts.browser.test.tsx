import { createAdminAccount, getAdminAccount, listAdminAccounts, updateAdminAccount } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer, asked, refuse } from '@tideline/web-kit/testing/server.ts'
import { expect, it } from 'vitest'
import { showBackOffice } from '../testing/show.tsx'

const account = exampleOf(getAdminAccount)

it('accounts are asked for by every filter', async () => {
  const filter = { q: 'ada', role: 'internal', isActive: true, agencyNo: '100100' }
  const screen = await showBackOffice(`/accounts?filter=${encodeURIComponent(JSON.stringify(filter))}`, 'superuser')
  await expect.element(screen.getByRole('link', { name: 'Invite somebody' })).toBeVisible()
  const [first] = asked(listAdminAccounts)
  expect(JSON.parse(new URL(first?.url ?? '').searchParams.get('filter') ?? '')).toEqual(filter)
})

it('somebody is invited with the roles that were ticked', async () => {
  const screen = await showBackOffice('/accounts/create', 'superuser')
  await screen.getByLabelText(/^Email/).fill('nell@example.com')
  await screen.getByLabelText(/^First name/).fill('Nell')
  await screen.getByLabelText(/^Last name/).fill('New')
  await screen.getByRole('checkbox', { name: /^financeadmin: billing/ }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => asked(createAdminAccount).length).toBe(1)
  expect(await asked(createAdminAccount)[0]?.json()).toEqual({
    ...{ email: 'nell@example.com', firstName: 'Nell', lastName: 'New', phone: null, agencyNo: null },
    roles: ['internal', 'financeadmin'],
  })
})

it('the last superuser is kept, in the server’s words', async () => {
  answer(getAdminAccount, { ...account, agencyNo: null, roles: ['superuser', 'internal'] })
  const message = 'This is the last superuser: make another one first.'
  refuse(updateAdminAccount, 409, { code: 'last_superuser', message })
  const screen = await showBackOffice(`/accounts/${account.id}`, 'superuser')
  await screen.getByRole('checkbox', { name: /^superuser/ }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  expect(await asked(updateAdminAccount)[0]?.json()).toMatchObject({ agencyNo: null, roles: ['internal'] })
})

it('read-only users look only', async () => {
  answer(getAdminAccount, account)
  const screen = await showBackOffice(`/accounts/${account.id}`, 'superuser', 'readonly')
  await expect.element(screen.getByLabelText(/^First name/)).toHaveValue(account.firstName)
  expect(screen.getByRole('button', { name: 'Save' }).elements()).toEqual([])
})
