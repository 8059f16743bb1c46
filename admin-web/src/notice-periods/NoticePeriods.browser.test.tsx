import { createAdminNoticePeriod, getAdminNoticePeriod, updateAdminNoticePeriod } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const period = getExample(getAdminNoticePeriod)

it('sends only the days, flat-cancellation setting and source when a notice period is changed', async () => {
  const screen = await renderBackOffice(`/noticePeriods/${period.id}`, 'superuser')
  await expect.element(screen.getByRole('heading', { name: 'FL, all products, not taken' })).toBeVisible()
  await screen.getByLabelText(/^Notice days/).fill('15')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => getRequests(updateAdminNoticePeriod).length).toBe(1)
  expect(await getRequests(updateAdminNoticePeriod)[0]?.json()).toEqual({
    ...{ noticeDays: 15, isFlatAllowed: false, source: period.source },
  })
})

it('shows that a shorter notice period is pending approval (DEL-17)', async () => {
  const message = 'This change requires approval by a second person.'
  respondWithError(updateAdminNoticePeriod, 409, { code: 'approval_pending', message })
  const screen = await renderBackOffice(`/noticePeriods/${period.id}`, 'superuser')
  await screen.getByLabelText(/^Notice days/).fill('5')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('creates a notice period for all products of a state', async () => {
  const screen = await renderBackOffice('/noticePeriods/create', 'superuser')
  await screen.getByLabelText(/^State/).fill('ny')
  await screen.getByLabelText(/^Notice days/).fill('15')
  await screen.getByLabelText(/^Source/).fill('New York: 15 days')
  await screen.getByRole('button', { name: 'Add notice period' }).click()
  await expect.poll(() => getRequests(createAdminNoticePeriod).length).toBe(1)
  expect(await getRequests(createAdminNoticePeriod)[0]?.json()).toEqual({
    ...{ state: 'NY', productId: null, reason: 'pastDue', noticeDays: 15, isFlatAllowed: false },
    source: 'New York: 15 days',
  })
})
