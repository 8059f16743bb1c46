import type { Obligation } from '@tideline/sdk'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { PaymentSchedule } from './PaymentSchedule.tsx'

const policy = buildConfirmationPolicy()
const buildObligation = (obligationNo: number, changes: Partial<Obligation>): Obligation => ({
  ...(policy.obligations[0] as Obligation),
  obligationNo,
  ...changes,
})

describe('PaymentSchedule', () => {
  it('shows each installment with its due date, open amount and status [BIL-12]', async () => {
    const obligations = [
      buildObligation(1, { dueDate: '2026-09-04', amount: 98.1, openAmount: 0, state: 'paid' }),
      buildObligation(2, {
        dueDate: '2026-10-04',
        purpose: 'installment',
        amount: 98.1,
        openAmount: 40,
        state: 'pastDue',
      }),
      buildObligation(3, {
        dueDate: '2027-01-04',
        purpose: 'installment',
        amount: 98.1,
        openAmount: 98.1,
        state: 'upcoming',
      }),
    ]
    const screen = await renderScreen(<PaymentSchedule obligations={obligations} />)
    for (const row of [/09\/04\/2026.*Paid/, /10\/04\/2026.*Installment.*\$40\.00.*Past due/, /01\/04\/2027.*Upcoming/])
      await expect.element(screen.getByRole('row', { name: row })).toBeVisible()
  })

  it('states that nothing has been billed when there are no obligations', async () => {
    const screen = await renderScreen(<PaymentSchedule obligations={[]} />)
    await expect.element(screen.getByText('Nothing has been billed')).toBeVisible()
  })
})
