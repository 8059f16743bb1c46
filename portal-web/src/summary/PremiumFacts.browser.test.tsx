import type { PolicyConfirmation } from '@tideline/sdk'
import { getRecordedPolicy } from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { PremiumFacts } from './PremiumFacts.tsx'

async function getFacts(policy: PolicyConfirmation) {
  const screen = await renderScreen(<PremiumFacts policy={policy} />)
  await expect.element(screen.getByText('Total Premium', { exact: true })).toBeVisible()
  const read = (role: 'term' | 'definition') =>
    screen
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  return read('term').map((label, index) => `${label} ${read('definition')[index]}`)
}

/** Returns the recorded cancelled policy with the given paid amount and an open refund or balance. */
const getCancelledPolicy = (paid: number, totalDue: number) => {
  const { invoices } = getRecordedPolicy('cancelled')
  return getRecordedPolicy('cancelled', {
    ...{ totalDue, currentlyDue: Math.max(totalDue, 0) },
    invoices: { ...invoices, paid, due: invoices.total - paid },
  })
}

describe('premium details card', () => {
  it('adds up refund, earned premium, and payments received for a cancelled policy', async () => {
    const facts = await getFacts(getCancelledPolicy(1319.76, -1014.96))
    expect(facts.slice(-5)).toEqual([
      'Total Premium $1,319.76',
      'Unearned Premium (Refund) -$1,014.96',
      'Earned Premium $304.80',
      'Net Payments Received $1,319.76',
      'Refund Amount $1,014.96',
    ])
  })

  it('shows the amount still owed on a cancelled policy', async () => {
    const facts = await getFacts(getCancelledPolicy(252.1, 52.7))
    expect(facts.at(-1)).toBe('Balance Due $52.70')
  })

  it('shows an overpayment as a refund amount, never as a negative amount due', async () => {
    const facts = await getFacts(getRecordedPolicy('overpaid'))
    expect(facts.at(-1)).toBe('Refund Amount $1,319.76')
    expect(facts.join()).not.toContain('Cancellation')
  })

  it('shows a processing bank payment separately from the amount due', async () => {
    const facts = await getFacts(getRecordedPolicy('processing'))
    expect(facts.slice(-2)).toEqual(['Balance Due $7,727.10', 'Bank Payment Processing $7,727.10'])
  })
})
