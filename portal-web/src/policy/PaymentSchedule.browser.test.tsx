import { getRecordedPolicy } from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { PaymentSchedule } from './PaymentSchedule.tsx'

describe('PaymentSchedule', () => {
  it('shows each installment with its due date, open amount and status [BIL-12]', async () => {
    const { obligations } = getRecordedPolicy('monthlyPastDue')
    const screen = await renderScreen(<PaymentSchedule obligations={obligations} />)
    for (const row of [/08\/12\/2026.*Paid/, /10\/01\/2026.*Installment.*\$23\.35.*Past due/, /12\/01\/2026.*Upcoming/])
      await expect.element(screen.getByRole('row', { name: row })).toBeVisible()
  })

  it('marks the amounts that auto-pay charges', async () => {
    const { obligations } = getRecordedPolicy('monthlyPastDue')
    const automaticNos = obligations.filter(({ state }) => state === 'upcoming').map(({ obligationNo }) => obligationNo)
    const screen = await renderScreen(<PaymentSchedule obligations={obligations} automaticNos={automaticNos} />)
    await expect.element(screen.getByRole('row', { name: /12\/01\/2026.*Installment · auto-pay/ })).toBeVisible()
    expect(screen.getByText('Installment · auto-pay').elements()).toHaveLength(automaticNos.length)
  })

  it('states that nothing has been billed when there are no obligations', async () => {
    const screen = await renderScreen(<PaymentSchedule obligations={[]} />)
    await expect.element(screen.getByText('Nothing has been billed')).toBeVisible()
  })
})
