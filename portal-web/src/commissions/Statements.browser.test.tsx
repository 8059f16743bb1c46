import {
  exportCommissionStatement,
  getCommissionStatement,
  listCommissionAdjustments,
  listCommissionStatements,
  traceCommissionTransaction,
} from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { StatementPage } from './StatementPage.tsx'
import { StatementsPage } from './StatementsPage.tsx'

const id = '00000020-0000-4000-8001-000000000001'

describe('commission statements page', () => {
  it('lists statements by month with their totals and links to their lines', async () => {
    const screen = await renderScreen(<StatementsPage />, { path: '/statements', at: '/statements?month=2026-10' })
    const [first] = getExample(listCommissionStatements).payload.items
    const link = screen.getByRole('link', { name: `${first?.agencyName} (${first?.agencyNo})` })
    await expect.element(link).toHaveAttribute('href', `/statements/${first?.statementId}`)
    await expect.element(screen.getByText(formatMoney(first?.total ?? 0))).toBeVisible()
    await screen.getByLabelText('Month').fill('2026-09')
    await expect
      .poll(() => new URL(getRequests(listCommissionStatements).at(-1)?.url ?? 'none:').search)
      .toBe('?year=2026&month=9&take=200')
  })

  it('shows an empty state for a month without statements', async () => {
    const none = getExample(listCommissionStatements)
    respondWith(listCommissionStatements, { ...none, payload: { ...none.payload, resultCount: 0, items: [] } })
    const screen = await renderScreen(<StatementsPage />, { path: '/statements', at: '/statements' })
    await expect.element(screen.getByText('No statement for this month')).toBeVisible()
  })

  it("shows a statement's totals, lines, and adjustments, and downloads the statement", async () => {
    const screen = await renderScreen(<StatementPage />, { path: '/statements/:statementId', at: `/statements/${id}` })
    const { agencyName, agencyNo } = getExample(getCommissionStatement).payload
    await expect.element(screen.getByRole('heading', { name: `${agencyName} (${agencyNo}), 11/2026` })).toBeVisible()
    await expect.element(screen.getByText('$5,001.30')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /CXS3001222.*override.*2%.*\$153\.99/ })).toBeVisible()
    const [adjustment] = getExample(listCommissionAdjustments).payload
    await expect.element(screen.getByText(adjustment?.description ?? '')).toBeVisible()
    respondWith(exportCommissionStatement, 'lineId,kind' as never)
    await screen.getByRole('button', { name: 'Download CSV' }).click()
    await expect
      .poll(() => getRequests(exportCommissionStatement).map(({ url }) => new URL(url).search))
      .toEqual(['?format=csv'])
  })

  it("explains how a line's commission was calculated and links to the policy", async () => {
    const screen = await renderScreen(<StatementPage />, { path: '/statements/:statementId', at: `/statements/${id}` })
    await expect
      .element(screen.getByRole('link', { name: 'CXS3001222' }).first())
      .toHaveAttribute('href', '/policy/embed/CXS3001222')
    await screen
      .getByRole('button', { name: /^View calculation for / })
      .first()
      .click()
    const dialog = screen.getByRole('dialog', { name: 'Commission calculation' })
    for (const sentence of getExample(traceCommissionTransaction).payload.steps)
      await expect.element(dialog.getByText(sentence)).toBeVisible()
  })
})
