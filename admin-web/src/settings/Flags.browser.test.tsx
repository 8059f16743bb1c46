import type { AdminSetting } from '@tideline/sdk'
import { listAdminSettings, updateAdminSetting } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer, asked, refuse } from '@tideline/web-kit/testing/server.ts'
import { expect, it } from 'vitest'
import { showBackOffice } from '../testing/show.tsx'

const [example] = exampleOf(listAdminSettings)
const flagOf = (key: AdminSetting['key'], more: Partial<AdminSetting> = {}): AdminSetting => ({
  ...(example as AdminSetting),
  ...{ id: key, key, kind: 'flag', value: 'false', defaultValue: 'false', updatedAt: null, updatedBy: null, ...more },
})

it('feature flags are a page of their own: turned on and off, with who changed them last and the way to their history', async () => {
  const renewals = flagOf('renewals.automatic')
  const chat = flagOf('chat.enabled', { value: 'true', updatedBy: 'Sam Super', updatedAt: '2026-11-19T12:00:00Z' })
  answer(listAdminSettings, [chat, renewals])
  answer(updateAdminSetting, { ...renewals, value: 'true' })
  const screen = await showBackOffice('/settings/flags', 'superuser')
  await expect.element(screen.getByText('Changed by Sam Super', { exact: false })).toBeVisible()
  expect(JSON.parse(new URL(asked(listAdminSettings)[0]?.url ?? '').searchParams.get('filter') ?? '')).toEqual({
    kind: 'flag',
  })
  await expect.element(screen.getByRole('switch', { name: 'Chat assistant' })).toBeChecked()
  const toggle = screen.getByRole('switch', { name: 'Automatic renewals' })
  await expect.element(toggle).not.toBeChecked()
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  expect(await asked(updateAdminSetting)[0]?.json()).toEqual({ value: 'true' })
  refuse(updateAdminSetting, 409, { message: 'Somebody changed it meanwhile.' })
  await toggle.click()
  await expect.element(screen.getByText('Somebody changed it meanwhile.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'History of Chat assistant' }))
    .toHaveAttribute('href', '/settings/chat.enabled')
})
