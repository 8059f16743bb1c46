import { getPreferences, getProfile, getSecondFactor, listSessions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { ProfilePage } from './ProfilePage.tsx'

it('shows errors in their sections without a dialog, and loads a section again on Retry', async () => {
  for (const operation of [getProfile, getPreferences, getSecondFactor, listSessions])
    respondWithError(operation, 500, { message: 'There was a problem with the server.' })
  const screen = await renderScreen(<ProfilePage />)
  await expect.poll(() => screen.getByRole('button', { name: 'Retry' }).elements().length).toBe(4)
  expect(document.querySelector('[role=alertdialog], [role=dialog]')).toBeNull()
  respondWith(getProfile, getExample(getProfile))
  await screen.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(screen.getByRole('button', { name: 'Edit account' })).toBeVisible()
})
