import { getPreferences, updatePreferences } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, reject, respondWith } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { expect, it } from 'vitest'
import { DailyMail } from './DailyMail.tsx'

it('turns the daily summary email on by default and shows why a change failed', async () => {
  const example = getExample(getPreferences)
  respondWith(getPreferences, { ...example, payload: { theme: null, lists: [] } })
  respondWith(updatePreferences, { ...example, payload: { theme: null, dailyDigest: false, lists: [] } })
  const screen = await show(<DailyMail />)
  const choice = screen.getByRole('checkbox', { name: 'Email me a daily summary' })
  await expect.element(choice).toBeChecked()
  respondWith(getPreferences, { ...example, payload: { theme: null, dailyDigest: false, lists: [] } })
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(await getRequests(updatePreferences)[0]?.json()).toEqual({ dailyDigest: false })
  reject(updatePreferences, 409, { message: 'Somebody else is changing it.' })
  await choice.click()
  await expect.element(screen.getByText('Somebody else is changing it.')).toBeVisible()
})
