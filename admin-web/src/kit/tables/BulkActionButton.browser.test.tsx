import {
  deleteAdminCommissionOverride,
  getAdminAccount,
  getAgency,
  listAdminAccounts,
  listAdminAgencies,
  listAdminCommissionOverrides,
  updateAdminAccount,
  updateAgency,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
type Screen = Awaited<ReturnType<typeof renderBackOffice>>
const tickAll = (screen: Screen) => screen.getByRole('checkbox').first().click()
const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click()

afterEach(() => page.viewport(1280, 800))

it('deactivates the selected active accounts, and reactivates the selected inactive accounts (UI-43)', async () => {
  const account = getExample(getAdminAccount)
  const all = [true, true, false].map((isActive, n) => ({ ...account, isActive, id: id(n), email: `${n}@example.com` }))
  respondWith(listAdminAccounts, all)
  respondWith(updateAdminAccount, account)
  const screen = await renderBackOffice('/accounts', 'superuser')
  await expect.element(screen.getByText('2@example.com')).toBeVisible()
  await tickAll(screen)
  await press(screen, 'Deactivate')
  const dialog = screen.getByRole('dialog', { name: 'Deactivate 2 accounts?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(getRequests(updateAdminAccount)).toEqual([])
  // A cancelled action keeps the selection (UI-43).
  await press(screen, 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(dialog.getByText('2 of 2 deactivated.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('3 accounts', { exact: true })).toHaveFocus()
  await tickAll(screen)
  await press(screen, 'Reactivate')
  await screen.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect.element(screen.getByText('1 of 1 reactivated.')).toBeVisible()
  const bodies = await Promise.all(getRequests(updateAdminAccount).map((request) => request.json()))
  expect(bodies.map(({ isActive }) => isActive)).toEqual([false, false, true])
  expect(bodies[0]).toMatchObject({ firstName: account.firstName, roles: account.roles })
})

it('keeps a dialog about the selected rows open while the window becomes narrow', async () => {
  respondWith(listAdminAccounts, [getExample(getAdminAccount)])
  const screen = await renderBackOffice('/accounts', 'superuser')
  await expect.element(screen.getByRole('checkbox').first()).toBeVisible()
  await tickAll(screen)
  await press(screen, 'Deactivate')
  const dialog = screen.getByRole('dialog', { name: /^Deactivate / })
  await expect.element(dialog).toBeVisible()
  await page.viewport(390, 844)
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})

it('lets only users with write access remove the selected overrides', async () => {
  const [override] = getExample(listAdminCommissionOverrides)
  respondWith(listAdminCommissionOverrides, [override] as never)
  respondWith(deleteAdminCommissionOverride, getExample(deleteAdminCommissionOverride))
  const screen = await renderBackOffice('/overrides', 'commissionAdmin')
  await expect.element(screen.getByRole('checkbox').first()).toBeVisible()
  await tickAll(screen)
  await press(screen, 'Remove')
  await screen.getByRole('dialog', { name: 'Remove this override?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('1 of 1 removed.')).toBeVisible()
  expect(getRequests(deleteAdminCommissionOverride)).toHaveLength(1)
  await screen.unmount()
  const reader = await renderBackOffice('/overrides', 'commissionAdmin', 'readonly')
  await expect.element(reader.getByText('1 override', { exact: true })).toBeVisible()
  expect(reader.getByRole('checkbox').elements()).toEqual([])
})

it('sets the selected agencies to inactive and changes nothing else', async () => {
  const agency = getExample(getAgency)
  const [row] = getExample(listAdminAgencies)
  respondWith(listAdminAgencies, [{ ...row, status: 'A' }] as never)
  respondWith(getAgency, agency)
  respondWith(updateAgency, getExample(updateAgency))
  const screen = await renderBackOffice('/agencies', 'superuser', 'internal')
  await expect.element(screen.getByText('1 agency', { exact: true })).toBeVisible()
  await tickAll(screen)
  const reactivate = screen.getByRole('button', { name: 'Make active' })
  await expect.element(reactivate).toBeDisabled()
  await expect.element(reactivate).toHaveAccessibleDescription('Select an inactive agency.')
  await press(screen, 'Make inactive')
  const dialog = screen.getByRole('dialog', { name: 'Make one agency inactive?' })
  await expect.element(dialog.getByText(/^Inactive: no new business\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Make inactive' }).click()
  await expect.element(dialog.getByText('1 of 1 made inactive.')).toBeVisible()
  const { payload } = agency
  const changed = { ...payload, agencyDetailInfo: { ...payload.agencyDetailInfo, status: 'I' } }
  expect(await getRequests(updateAgency)[0]?.json()).toEqual(changed)
})
