import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PricePeriods } from './PricePeriods.tsx'

const returned = [
  { from: '2026-12-15', through: '2027-06-14', days: 182, yearlyBefore: 1180, yearlyAfter: 0, amount: -588.38 },
]
const raised = [
  { from: '2026-12-01', through: '2026-12-31', days: 31, yearlyBefore: 1180, yearlyAfter: 2080, amount: 76.44 },
  { from: '2027-01-01', through: '2027-01-01', days: 1, yearlyBefore: 1180, yearlyAfter: 1180, amount: -0.01 },
]

const getCells = (row: Element) => [...row.children].map((cell) => cell.textContent)

describe('premium calculation', () => {
  it('shows period, days, annual premium, and return premium of a cancellation', async () => {
    const screen = await renderScreen(
      <PricePeriods
        periods={returned}
        minimumEarned={88.38}
        minimumLabel="Retained as minimum earned premium"
        isReturn
      />,
    )
    const row = screen.getByRole('row', { name: /12\/15\/2026 to 06\/14\/2027/ })
    await expect.element(row).toBeVisible()
    expect(getCells(row.element())).toEqual(['12/15/2026 to 06/14/2027', '182', formatMoney(1180), formatMoney(588.38)])
    await expect.element(screen.getByText('Retained as minimum earned premium')).toBeVisible()
    await expect.element(screen.getByText(formatMoney(-88.38))).toBeVisible()
    await expect.element(screen.getByText('$500.00')).toBeVisible()
  })

  it('shows the annual premium before and after an endorsement, and totals exact to the cent', async () => {
    const screen = await renderScreen(<PricePeriods periods={raised} minimumEarned={0} minimumLabel="Stays" />)
    await expect.element(screen.getByText('$2,080.00 instead of $1,180.00')).toBeVisible()
    const day = screen.getByRole('row', { name: /^01\/01\/2027/ })
    await expect.element(day).toBeVisible()
    expect(getCells(day.element())).toEqual(['01/01/2027', '1', formatMoney(1180), formatMoney(-0.01)])
    await expect.element(screen.getByText('$76.43')).toBeVisible()
    await expect.element(screen.getByText('Stays')).not.toBeInTheDocument()
  })

  it('is empty if the change is not pro rata', async () => {
    const screen = await renderScreen(<PricePeriods periods={[]} minimumEarned={0} minimumLabel="Stays" />)
    await waitForPaint()
    expect(screen.container.textContent).toBe('')
  })

  it('fits a phone screen, with a label for each number', async () => {
    await page.viewport(390, 844)
    const screen = await renderScreen(
      // Adds the padding of a card.
      <main style={{ paddingInline: 'var(--gutter)' }}>
        <PricePeriods periods={raised} minimumEarned={0} minimumLabel="Stays" />
      </main>,
    )
    const cell = screen.getByText('$2,080.00 instead of $1,180.00')
    await expect.element(cell).toBeVisible()
    expect(getComputedStyle(cell.element(), '::before').content).toContain('Annual premium')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await page.viewport(1280, 800)
  })
})
