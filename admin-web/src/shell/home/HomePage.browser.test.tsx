import type { Action } from '@tideline/sdk'
import { getAgingFigures, getFigures, listActions, listCountyFigures } from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from '../../testing/render-back-office.tsx'

const respondWithActions = (payload: Action[]) => respondWith(listActions, { ...getExample(listActions), payload })
const empty = { count: 0, isCapped: false, deadline: null, amount: null, oldest: [] }
const check: Action = {
  ...{ kind: 'checks', count: 12, isCapped: false, deadline: null, amount: 1_234_567.89 },
  oldest: [
    {
      ...{ id: '0000', title: 'Check 001202', detail: 'Marina Sample', since: '2026-11-02' },
      ...{ deadline: null, amount: 1_234_567.89 },
    },
  ],
}
const dispute: Action = {
  ...{ kind: 'disputes', count: 2, isCapped: false, deadline: '2020-01-31', amount: 8193.39 },
  oldest: [
    {
      ...{ id: '1111', title: 'RFL3000104', detail: 'Marina Sample', since: '2020-01-02' },
      ...{ deadline: '2020-01-31', amount: 8193.39 },
    },
  ],
}
const approval: Action = {
  ...{ kind: 'approvals', count: 1, isCapped: false, deadline: '2099-01-31', amount: null },
  oldest: [
    {
      ...{ id: '2222', title: 'Setting', detail: 'Requested by Kim Keeper', since: '2026-11-02' },
      ...{ deadline: '2099-01-31', amount: null },
    },
  ],
}
const hold: Action = {
  ...{ kind: 'renewalHolds', count: 1, isCapped: false, deadline: '2099-02-01', amount: 100 },
  oldest: [
    {
      ...{ id: 'RFL3000105', title: 'RFL3000105', detail: 'Marina Sample', since: '2026-11-02' },
      ...{ deadline: '2099-02-01', amount: 100 },
    },
  ],
}
afterEach(() => page.viewport(1280, 800))

describe('Home', () => {
  it('shows queues with counts, amounts and deadlines, and links to the items and the full list', async () => {
    respondWithActions([
      check,
      { ...empty, kind: 'reviews', count: 10_000, isCapped: true },
      { ...empty, kind: 'licenses' },
    ])
    const screen = await renderBackOffice('/', 'financeadmin')
    const checks = screen.getByRole('region', { name: 'Unmatched lockbox checks' })
    await expect.element(checks.getByText('12', { exact: true })).toBeVisible()
    await expect.element(checks.getByText('$1,234,567.89').first()).toBeVisible()
    await expect.element(checks.getByText('Since 11/02/2026')).toBeVisible()
    await expect.element(screen.getByText('10,000 or more')).toBeVisible()
    await expect.element(screen.getByText('No items: licenses expiring within 60 days.')).toBeVisible()
    await expect
      .element(checks.getByRole('link', { name: 'Check 001202' }))
      .toHaveAttribute('href', '/lockbox-reprocessing/0000/show')
    await checks.getByRole('link', { name: 'Unmatched lockbox checks: view all' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Lockbox Adjustments', level: 1 })).toBeVisible()
  })

  it('groups queues by workspace, the earliest deadline first, with the role’s own workspace on top (UI-20)', async () => {
    respondWithActions([check, hold, approval, dispute])
    const screen = await renderBackOffice('/', 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: 'Finance', level: 2 })).toBeVisible()
    const headings = () => [...document.querySelectorAll('main h2, main h3')].map(({ textContent }) => textContent)
    expect(headings()).toEqual([
      ...['Finance', 'Disputes needing evidence', 'Unmatched lockbox checks', 'Underwriting', 'Renewals on hold'],
      ...['Operations', 'Changes to approve'],
    ])
    await expect.element(screen.getByText('Overdue since 01/31/2020')).toBeVisible()
    await expect.element(screen.getByText('Due by 01/31/2099')).toBeVisible()
    await screen.getByRole('button', { name: 'Operations (1)' }).click()
    await expect.poll(headings).toEqual(['Operations', 'Changes to approve'])
    await screen.unmount()
    const other = await renderBackOffice('/?workspace=underwriting', 'superuser')
    await expect.element(other.getByRole('heading', { name: 'Renewals on hold' })).toBeVisible()
    expect(headings()).toEqual(['Underwriting', 'Renewals on hold'])
  })

  it('links only to pages that the role can open (UI-20)', async () => {
    respondWithActions([hold, check])
    const screen = await renderBackOffice('/', 'superuser')
    const queue = screen.getByRole('region', { name: 'Renewals on hold' })
    await expect
      .element(queue.getByRole('link', { name: 'RFL3000105' }))
      .toHaveAttribute('href', '/policies/RFL3000105')
    await expect.element(queue.getByRole('link', { name: 'Renewals on hold: view all' })).toBeVisible()
    await screen.unmount()
    const staff = await renderBackOffice('/')
    const own = staff.getByRole('region', { name: 'Renewals on hold' })
    await expect
      .element(own.getByRole('link', { name: 'RFL3000105' }))
      .toHaveAttribute('href', '/policy/embed/RFL3000105')
    expect(own.getByRole('link', { name: 'Renewals on hold: view all' }).elements()).toEqual([])
    expect(staff.getByRole('region', { name: 'Unmatched lockbox checks' }).getByRole('link').elements()).toEqual([])
  })

  it('links the 30-day failure counts to lists with the same date range', async () => {
    const failed = { ...empty, count: 3 }
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

  it('shows a message when there are no pending items or loading fails', async () => {
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

  it.each(['light', 'dark'])('fits a phone without cut amounts or axe violations in the %s theme', async (theme) => {
    await page.viewport(390, 844)
    if (theme === 'dark') setDarkTheme()
    respondWithActions([check, hold, approval, dispute])
    const screen = await renderBackOffice('/', 'financeadmin')
    await expect.element(screen.getByText('$1,234,567.89').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Show key figures' }).click()
    await expect.element(screen.getByRole('img', { name: /^Map of/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const cut = [...document.querySelectorAll('main section *')].filter(
      (part) => part.textContent?.includes('$') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
    )
    expect(cut.map(({ textContent }) => textContent)).toEqual([])
    if (theme === 'dark') await expectAccessibleInDarkTheme()
    else await expectAccessible()
  })
})

describe('key figures on Home', () => {
  const open = async (...roles: string[]) => {
    const screen = await renderBackOffice('/', ...roles)
    await screen.getByRole('button', { name: 'Show key figures' }).click()
    return screen
  }
  const axisLabels = () =>
    [...document.querySelectorAll('.recharts-cartesian-axis-tick-value')].map(({ textContent }) => textContent)

  it('are loaded only on request, by month in a chart and a table (UI-21)', async () => {
    const screen = await renderBackOffice('/', 'financeadmin')
    const button = screen.getByRole('button', { name: 'Show key figures' })
    await expect.element(button).toBeVisible()
    expect(getRequests(getFigures)).toEqual([])
    await button.click()
    const table = screen.getByRole('table', { name: 'Figures by month' })
    await expect
      .element(table.getByRole('cell', { name: formatMoney(getExample(getFigures)[0]?.premium ?? 0) }))
      .toBeVisible()
    // The column heading is not just "Premium" because the amounts include fees and taxes.
    for (const name of ['Premium, fees and taxes', 'Claims', 'Closed commission'])
      await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Cancellations' }).click()
    await expect.element(screen.getByRole('button', { name: 'Cancellations' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('are formatted by month as MM/YYYY in the chart and the table', async () => {
    const screen = await open('financeadmin')
    const table = screen.getByRole('table', { name: 'Figures by month' })
    await expect.element(table.getByRole('cell', { name: '01/2026', exact: true })).toBeVisible()
    await expect.element(table.getByRole('cell', { name: '12/2025', exact: true })).toBeVisible()
    await expect.poll(axisLabels).toEqual(expect.arrayContaining(['12/2025', '01/2026']))
  })

  it('include balances by days past due with the same labels and values in the chart and the table (UI-21)', async () => {
    const screen = await open('superuser')
    const table = screen.getByRole('region', { name: 'Balances by days past due' }).getByRole('table')
    const { over90Days, total } = getExample(getAgingFigures)
    const rowOf = (label: string) => table.getByRole('row', { name: new RegExp(`^${label}`) })
    await expect.element(rowOf('Over 90 days').getByRole('cell', { name: formatMoney(over90Days) })).toBeVisible()
    await expect.element(rowOf('Total').getByRole('cell', { name: formatMoney(total) })).toBeVisible()
    await expect.poll(axisLabels).toEqual(expect.arrayContaining(['Not yet due', '0–30 days', 'Over 90 days']))
    // Superusers cannot open the billing pages.
    expect(screen.getByRole('link', { name: 'View by agency' }).elements()).toEqual([])
  })

  it('include the policies in force on a map of the state with the largest county, and in a table (UI-21)', async () => {
    const screen = await open('financeadmin')
    const [first] = getExample(listCountyFigures)
    await expect
      .element(screen.getByRole('img', { name: `Map of ${first?.state}: premium in force by county` }))
      .toBeVisible()
    const table = screen.getByRole('table', { name: `Policies in force in ${first?.state}` })
    await expect.element(table.getByRole('cell', { name: formatMoney(first?.premium ?? 0) })).toBeVisible()
    const titles = () => [...document.querySelectorAll('svg path title')].map(({ textContent }) => textContent)
    await expect.poll(titles).toContainEqual(expect.stringMatching(`^${first?.county}: `))
    await expect.element(screen.getByRole('link', { name: 'View by agency' })).toBeVisible()
  })

  it('are hidden from users without permission', async () => {
    const screen = await renderBackOffice('/')
    await expect.element(screen.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await expect.element(screen.getByText('Policies awaiting signature')).toBeVisible()
    expect(screen.getByRole('button', { name: /figures/ }).elements()).toEqual([])
  })
})
