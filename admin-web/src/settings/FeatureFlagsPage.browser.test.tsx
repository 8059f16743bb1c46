import type { AdminSetting } from '@tideline/sdk'
import { listAdminSettings, updateAdminSetting } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const [example] = getExample(listAdminSettings)
const getFlag = (key: AdminSetting['key'], more: Partial<AdminSetting> = {}): AdminSetting => ({
  ...(example as AdminSetting),
  ...{ id: key, key, kind: 'flag', value: 'false', defaultValue: 'false', updatedAt: null, updatedBy: null, ...more },
})

it('turns feature flags on and off, and shows who last changed each flag', async () => {
  const renewals = getFlag('renewals.automatic')
  const chat = getFlag('chat.enabled', { value: 'true', updatedBy: 'Sam Super', updatedAt: '2026-11-19T12:00:00Z' })
  respondWith(listAdminSettings, [chat, renewals])
  respondWith(updateAdminSetting, { ...renewals, value: 'true' })
  const screen = await renderBackOffice('/settings/flags', 'superuser')
  await expect.element(screen.getByText('Changed by Sam Super', { exact: false })).toBeVisible()
  expect(JSON.parse(new URL(getRequests(listAdminSettings)[0]?.url ?? '').searchParams.get('filter') ?? '')).toEqual({
    kind: 'flag',
  })
  await expect.element(screen.getByRole('switch', { name: 'Chat assistant' })).toBeChecked()
  const toggle = screen.getByRole('switch', { name: 'Automatic renewals' })
  await expect.element(toggle).not.toBeChecked()
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  expect(await getRequests(updateAdminSetting)[0]?.json()).toEqual({ value: 'true' })
  respondWithError(updateAdminSetting, 409, { message: 'Somebody changed it meanwhile.' })
  await toggle.click()
  await expect.element(screen.getByText('Somebody changed it meanwhile.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'History of Chat assistant' }))
    .toHaveAttribute('href', '/settings/chat.enabled')
})

it('shows a placeholder while the feature flags load', async () => {
  keepRequestsPending(listAdminSettings)
  const screen = await renderBackOffice('/settings/flags', 'superuser')
  const section = screen.getByRole('region', { name: 'Feature flags' })
  await expect.element(section.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
})

it('states that there are no feature flags', async () => {
  respondWith(listAdminSettings, [])
  const screen = await renderBackOffice('/settings/flags', 'superuser')
  await expect.element(screen.getByRole('status').getByText('No feature flags')).toBeVisible()
})

it('shows why the feature flags could not be loaded, and loads them on Retry', async () => {
  respondWithError(listAdminSettings, 500, { message: 'There was a problem with the server.' })
  const screen = await renderBackOffice('/settings/flags', 'superuser')
  const section = screen.getByRole('region', { name: 'Feature flags' })
  await expect.element(section.getByText('There was a problem with the server.', { exact: false })).toBeVisible()
  respondWith(listAdminSettings, [getFlag('chat.enabled')])
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('switch', { name: 'Chat assistant' })).toBeVisible()
})
