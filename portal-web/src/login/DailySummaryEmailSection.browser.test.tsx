import { getPreferences, updatePreferences } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { DailySummaryEmailSection } from './DailySummaryEmailSection.tsx'

it('turns the daily summary email on by default and shows why a change failed', async () => {
  const example = getExample(getPreferences)
  respondWith(getPreferences, { ...example, payload: { theme: null, lists: [] } })
  respondWith(updatePreferences, { ...example, payload: { theme: null, dailyDigest: false, lists: [] } })
  const screen = await renderScreen(<DailySummaryEmailSection />)
  const choice = screen.getByRole('checkbox', { name: 'Email me a daily summary' })
  await expect.element(choice).toBeChecked()
  respondWith(getPreferences, { ...example, payload: { theme: null, dailyDigest: false, lists: [] } })
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(await getRequests(updatePreferences)[0]?.json()).toEqual({ dailyDigest: false })
  respondWithError(updatePreferences, 409, { message: 'Somebody else is changing it.' })
  await choice.click()
  await expect.element(screen.getByText('Somebody else is changing it.')).toBeVisible()
})
