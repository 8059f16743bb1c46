import { createAdminCardFee, getAdminCardFee, updateAdminCardFee } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const fee = { ...getExample(getAdminCardFee), brand: 'visa', country: 'US', rate: 0.0295, fixedAmount: 0.3 } as const

it('shows the card fee rate in percent and sends the rate as a fraction', async () => {
  respondWith(getAdminCardFee, fee)
  const screen = await renderBackOffice(`/cardFees/${fee.id}`, 'financeadmin')
  const rate = screen.getByLabelText(/^Rate, in percent/)
  await expect.element(rate).toHaveValue(2.95)
  await rate.fill('3.1')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => getRequests(updateAdminCardFee).length).toBe(1)
  expect(await getRequests(updateAdminCardFee)[0]?.json()).toEqual({
    ...{ brand: 'visa', country: 'US', rate: 0.031, fixedAmount: 0.3, effectiveDate: fee.effectiveDate },
  })
})

it('rejects an outdated edit and loads the current values on request [API-13]', async () => {
  const message = 'Someone else changed this since you loaded it. Reload it and try again.'
  respondWith(getAdminCardFee, fee, { ETag: '"first"' })
  respondWithError(updateAdminCardFee, 412, { code: 'version_mismatch', message, field: 'If-Match' })
  const screen = await renderBackOffice(`/cardFees/${fee.id}`, 'financeadmin')
  await screen.getByLabelText(/^Rate, in percent/).fill('3.1')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  respondWith(getAdminCardFee, { ...fee, fixedAmount: 0.5 }, { ETag: '"second"' })
  respondWith(updateAdminCardFee, fee)
  await screen.getByRole('button', { name: 'Discard my changes and reload' }).click()
  await expect.element(screen.getByLabelText(/^Fixed fee in dollars/)).toHaveValue(0.5)
  await screen.getByLabelText(/^Rate, in percent/).fill('3.1')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => getRequests(updateAdminCardFee).length).toBe(2)
  const [first, second] = getRequests(updateAdminCardFee)
  expect([first, second].map((request) => request?.headers.get('if-match'))).toEqual(['"first"', '"second"'])
  expect(await second?.json()).toMatchObject({ rate: 0.031, fixedAmount: 0.5 })
})

it('shows the server’s message when a card fee already exists', async () => {
  const message = 'A fee for this brand and country already starts on this date.'
  respondWithError(createAdminCardFee, 409, { code: 'already_exists', message })
  const screen = await renderBackOffice('/cardFees/create', 'financeadmin')
  await screen.getByLabelText(/^Brand/).click()
  await screen.getByRole('option', { name: 'Visa' }).click()
  await screen.getByLabelText(/^Issued in/).fill('US')
  await screen.getByLabelText(/^Rate, in percent/).fill('2.9')
  await screen.getByLabelText(/^Fixed fee in dollars/).fill('0.3')
  await screen.getByLabelText(/^From/).fill('2026-12-01')
  await screen.getByRole('button', { name: 'Add card fee' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  expect(await getRequests(createAdminCardFee)[0]?.json()).toMatchObject({ rate: 0.029, fixedAmount: 0.3 })
})

it('hides the Save button on the card fee page from read-only users', async () => {
  respondWith(getAdminCardFee, fee)
  const screen = await renderBackOffice(`/cardFees/${fee.id}`, 'financeadmin', 'readonly')
  await expect.element(screen.getByLabelText(/^Rate, in percent/)).toHaveValue(2.95)
  expect(screen.getByRole('button', { name: 'Save' }).elements()).toEqual([])
})
