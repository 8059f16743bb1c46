import { listAdminSettings } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

afterEach(() => page.viewport(1280, 800))

const [example] = getExample(listAdminSettings)

it.each([
  ['above its first setting in the table', 1280, 1],
  ['in no card on a phone', 390, 0],
])('shows the area of settings %s', async (_, width, areas) => {
  if (!example) throw new Error('The contract shows no setting.')
  await page.viewport(width, 800)
  respondWith(
    listAdminSettings,
    ['autoPay.charges', 'autoPay.retries'].map((key) => ({ ...example, id: key, key })),
  )
  const screen = await renderBackOffice('/settings', 'superuser')
  await expect.element(screen.getByText('autoPay.retries', { exact: true })).toBeVisible()
  expect(screen.getByText('Auto-pay', { exact: true }).elements()).toHaveLength(areas)
})
