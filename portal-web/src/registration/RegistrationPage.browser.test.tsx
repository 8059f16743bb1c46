import { getAgencyRegistration, getProfile } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { keepRequestsPending, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { RegistrationPage } from './RegistrationPage.tsx'

it('shows a block in the shape of a step while the registration is loading', async () => {
  respondWith(getProfile, getExample(getProfile))
  keepRequestsPending(getAgencyRegistration)
  const screen = await renderScreen(<RegistrationPage />)
  const placeholder = screen.getByRole('status', { name: 'Loading the registration' })
  await expect.element(placeholder).toBeVisible()
  expect(placeholder.element().querySelector('.skeleton-block')).not.toBeNull()
})
