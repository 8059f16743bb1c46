import { getFigures, listActions } from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

const respondWithActions = (payload: ReturnType<typeof getExample<typeof listActions>>['payload']) =>
  respondWith(listActions, { ...getExample(listActions), payload })
const check = {
  kind: 'checks' as const,
  count: 12,
  isCapped: false,
  oldest: [{ id: '0000', title: 'Check 001202', detail: 'Marina Sample, $50.00', since: '2026-11-02' }],
}

it('shows pending items on Home with dates and links, plus a link to the full list', async () => {
  respondWithActions([
    check,
    { kind: 'reviews', count: 10_000, isCapped: true, oldest: [] },
    { kind: 'licenses', count: 0, isCapped: false, oldest: [] },
  ])
  const screen = await renderBackOffice('/', 'financeadmin')
  const checks = screen.getByRole('region', { name: 'Unmatched lockbox checks' })
  await expect.element(checks.getByText('12', { exact: true })).toBeVisible()
  await expect.element(checks.getByText('11/02/2026')).toBeVisible()
  await expect.element(screen.getByText('10,000 or more')).toBeVisible()
  await expect.element(screen.getByText('No items: licenses expiring within 60 days.')).toBeVisible()
  await expect
    .element(checks.getByRole('link', { name: 'Check 001202' }))
    .toHaveAttribute('href', '/lockbox-reprocessing/0000/show')
  await checks.getByRole('link', { name: 'Unmatched lockbox checks: view all' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Lockbox Adjustments', level: 1 })).toBeVisible()
})

it('links the 30-day failure counts on Home to lists with the same date range', async () => {
  const failed = { count: 3, isCapped: false, oldest: [] }
  respondWithActions([
    { kind: 'failedPayments', ...failed },
    { kind: 'imports', ...failed },
  ])
  const screen = await renderBackOffice('/', 'financeadmin')
  for (const [title, collection, state] of [
    ['Failed payments (30 days)', 'billing/payments', { paymentStatus: 'failed' }],
    ['Failed imports (30 days)', 'importJobs', { status: 'failed' }],
  ] as const) {
    const link = screen.getByRole('link', { name: `${title}: view all` })
    await expect.element(link).toBeVisible()
    const url = new URL(link.element().getAttribute('href') ?? '', 'http://home')
    expect(url.pathname).toBe(`/${collection}`)
    const { createdFrom, ...filter } = JSON.parse(url.searchParams.get('filter') ?? '{}')
    expect(filter).toEqual(state)
    const ago = (Date.now() - Date.parse(createdFrom)) / 86_400_000
    expect(Math.abs(ago - 30.5)).toBeLessThan(1.5)
  }
})

it('shows a message on Home when there are no pending items or loading fails', async () => {
  respondWithActions([{ ...check, count: 0, oldest: [] }])
  const screen = await renderBackOffice('/', 'financeadmin')
  await expect.element(screen.getByText('No pending items.', { exact: false })).toBeVisible()
  await screen.unmount()
  respondWithError(listActions, 403, { message: 'This is not for you.' })
  const other = await renderBackOffice('/', 'superuser')
  await expect.element(other.getByRole('alert')).toBeVisible()
  // One request for each of the two pages, because rejected requests are not retried.
  expect(getRequests(listActions)).toHaveLength(2)
})

it('loads the Home chart and table only on request', async () => {
  const screen = await renderBackOffice('/', 'financeadmin')
  const open = screen.getByRole('button', { name: 'Show last 12 months' })
  await expect.element(open).toBeVisible()
  expect(getRequests(getFigures)).toEqual([])
  await open.click()
  const table = screen.getByRole('region', { name: 'Figures by month' })
  await expect
    .element(table.getByRole('cell', { name: formatMoney(getExample(getFigures)[0]?.premium ?? 0) }))
    .toBeVisible()
  // The column heading is not just "Premium" because the amounts include fees and taxes.
  await expect.element(table.getByRole('columnheader', { name: 'Premium, fees and taxes', exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Cancellations' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancellations' })).toHaveAttribute('aria-pressed', 'true')
})

it('formats each month as MM/YYYY in the Home chart and table', async () => {
  const screen = await renderBackOffice('/', 'financeadmin')
  await screen.getByRole('button', { name: 'Show last 12 months' }).click()
  const table = screen.getByRole('region', { name: 'Figures by month' })
  await expect.element(table.getByRole('cell', { name: '01/2026', exact: true })).toBeVisible()
  await expect.element(table.getByRole('cell', { name: '12/2025', exact: true })).toBeVisible()
  const axisLabels = () =>
    [...document.querySelectorAll('.recharts-cartesian-axis-tick-value')].map(({ textContent }) => textContent)
  await expect.poll(axisLabels).toEqual(expect.arrayContaining(['12/2025', '01/2026']))
})

it('hides the Home figures from users without permission', async () => {
  const screen = await renderBackOffice('/')
  await expect.element(screen.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect.element(screen.getByText('Policies awaiting signature')).toBeVisible()
  expect(screen.getByRole('button', { name: /figures/ }).elements()).toEqual([])
})
