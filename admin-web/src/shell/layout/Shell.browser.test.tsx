import { getAdminReview } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { keepRequestsPending, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

it('groups a role’s navigation entries and omits empty groups', async () => {
  const screen = await renderBackOffice('/', 'financeadmin')
  const navigation = screen.getByRole('navigation', { name: 'Main' })
  await expect.element(navigation.getByRole('menuitem', { name: 'Billing: Payments' })).toBeVisible()
  const named = () =>
    screen
      .getByRole('separator')
      .elements()
      .map((line) => line.getAttribute('aria-label') ?? 'line')
  expect(named()).toEqual(['Policies', 'Commissions', 'Operations', 'Money', 'Agencies', 'Administration', 'line'])
  await screen.getByRole('button', { name: /close menu/i }).click()
  await expect.poll(named).toEqual(['line', 'line', 'line', 'line', 'line', 'line'])
  await expect.element(screen.getByRole('menuitem', { name: 'Billing: Payments' })).toBeVisible()
})

it('shows a page-not-found message with a link to Home for an unknown URL', async () => {
  const screen = await renderBackOffice('/bilings', 'financeadmin')
  await expect.element(screen.getByRole('heading', { name: 'Page not found', level: 2 })).toBeVisible()
  await expect.element(screen.getByText('There is no page at “/bilings”.', { exact: false })).toBeVisible()
  await screen.getByRole('link', { name: 'Go home' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
})

it('shows a not-found message with a link to the list for a missing record', async () => {
  respondWithError(getAdminReview, 404, { message: 'There is no such review.' })
  const screen = await renderBackOffice('/reviews/00000022-0000-4000-8001-00000000dead/show')
  await expect.element(screen.getByRole('heading', { name: 'Record not found', level: 2 })).toBeVisible()
  await expect.element(screen.getByText('Refund Reviews has no record 00000022', { exact: false })).toBeVisible()
  await screen.getByRole('link', { name: 'Back to Refund Reviews' }).click()
  await expect.element(screen.getByRole('table')).toBeVisible()
})

it('shows a skeleton while a record loads, and a button that retries if it could not be loaded', async () => {
  keepRequestsPending(getAdminReview)
  const path = `/reviews/${getExample(getAdminReview).id}/show`
  const screen = await renderBackOffice(path)
  await expect.element(screen.getByRole('main').getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await screen.unmount()
  respondWithError(getAdminReview, 503, { message: 'The database is busy.' })
  const failed = await renderBackOffice(path)
  await expect.element(failed.getByRole('heading', { name: 'The record could not be loaded' })).toBeVisible()
  respondWith(getAdminReview, getExample(getAdminReview))
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(failed.getByRole('heading', { name: /^Refund review of \$/ })).toBeVisible()
})

it('shows the whole page title in the top bar on a phone', async () => {
  await page.viewport(390, 800)
  const screen = await renderBackOffice('/lockbox-reprocessing', 'financeadmin')
  const title = screen.getByRole('heading', { name: 'Lockbox Adjustments', level: 1 })
  await expect.element(title).toBeVisible()
  const { scrollWidth, clientWidth } = title.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await page.viewport(1280, 800)
})
