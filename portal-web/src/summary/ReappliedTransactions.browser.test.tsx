import { waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { ReappliedTransactions } from './ReappliedTransactions.tsx'

const later = {
  ...{ transactionType: 'EB' as const, effectiveDate: '2026-11-30' },
  ...{ premiumBefore: 2936.41, premiumAfter: -14.5, difference: -2950.91 },
}
const getCells = (row: Element) => [...row.children].map((cell) => cell.textContent)

it('lists the transactions that an out-of-sequence endorsement reapplied and the effect on each transaction', async () => {
  const screen = await renderScreen(
    <ReappliedTransactions transactions={[later, { ...later, effectiveDate: '2026-12-30' }]} />,
  )
  const row = screen.getByRole('row', { name: /11\/30\/2026/ })
  await expect.element(row).toBeVisible()
  expect(getCells(row.element())).toEqual(['Endorsement', '11/30/2026', '$2,936.41', '-$14.50', '-$2,950.91'])
})

it('shows no reapplied transactions for an endorsement in sequence', async () => {
  const screen = await renderScreen(<ReappliedTransactions transactions={[]} />)
  await waitForPaint()
  expect(screen.container.textContent).toBe('')
})
