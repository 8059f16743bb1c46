import { getConfirmation } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

it('stays in the back office and offers a retry if the server is busy', async () => {
  const example = getExample(getConfirmation)
  const { policyNo } = example.payload
  respondWithError(getConfirmation, 503, { code: 'unavailable', message: 'Please try again in a few seconds.' })
  const screen = await renderBackOffice(`/policies/${policyNo}`, 'superuser')
  await expect.element(screen.getByText(`Hmm... we had an issue loading policy ${policyNo}`)).toBeVisible()
  await expect.element(screen.getByText('Please try again in a few seconds.').first()).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Policies' })).toBeVisible()
  respondWith(getConfirmation, example)
  await screen.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(screen.getByRole('heading', { name: policyNo })).toBeVisible()
})
