import { getAdminApproval, getAdminMortgageeChange } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from './testing/render-back-office.tsx'

it.each([
  '/agencies/100100/show',
  `/approvals/${getExample(getAdminApproval).id}/show`,
  `/mortgagee-changes/${getExample(getAdminMortgageeChange).id}/show`,
  '/cancellation-notices/00000045-0001-4000-8001-000003000145',
])('shows the information of the page %s without announcing it (UI-48)', async (path) => {
  const screen = await renderBackOffice(path, 'readonly')
  await expect.element(screen.getByRole('main').getByRole('note').first()).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
})
