import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { PremiumFacts } from './PremiumFacts.tsx'

type Seen = Parameters<typeof buildConfirmationPolicy>[0]

async function getFacts(seen: Seen) {
  const screen = await renderScreen(<PremiumFacts policy={buildConfirmationPolicy(seen)} />)
  await expect.element(screen.getByText('Total Premium', { exact: true })).toBeVisible()
  const read = (role: 'term' | 'definition') =>
    screen
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  return read('term').map((label, index) => `${label} ${read('definition')[index]}`)
}

const paid = { totalPremium: 1319.76, processingAmount: 0, paymentInterval: 'Annual' } as const
const invoices = (total: number, received: number) => ({
  ...buildConfirmationPolicy().invoices,
  ...{ total, paid: received, due: total - received },
})

describe('premium details', () => {
  it('add up refund, earned premium, and payments received for a cancelled policy', async () => {
    const facts = await getFacts({
      ...{ ...paid, isPolicyCancelled: true, totalDue: -966.46, currentlyDue: 0 },
      invoices: invoices(353.3, 1319.76),
    })
    expect(facts.slice(-5)).toEqual([
      'Total Premium $1,319.76',
      'Unearned Premium (Refund) -$966.46',
      'Earned Premium $353.30',
      'Net Payments Received $1,319.76',
      'Refund Amount $966.46',
    ])
  })

  it('show the amount still owed on a cancelled policy', async () => {
    const facts = await getFacts({
      ...{ ...paid, isPolicyCancelled: true, totalDue: 52.7, currentlyDue: 52.7 },
      invoices: invoices(352.7, 300),
    })
    expect(facts.at(-1)).toBe('Balance Due $52.70')
  })

  it('show an overpayment as a refund amount, never as a negative amount due', async () => {
    const facts = await getFacts({ ...paid, totalDue: -100.5, currentlyDue: 0, invoices: invoices(1319.76, 1420.26) })
    expect(facts.at(-1)).toBe('Refund Amount $100.50')
    expect(facts.join()).not.toContain('Cancellation')
  })

  it('show a processing bank payment separately from the amount due', async () => {
    const facts = await getFacts({ ...paid, totalDue: 1319.76, currentlyDue: 1319.76, processingAmount: 1319.76 })
    expect(facts.slice(-2)).toEqual(['Balance Due $1,319.76', 'Bank Payment Processing $1,319.76'])
  })
})
