import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { InvoicesCard } from './Invoices.card.tsx'

const paid = buildConfirmationPolicy()
const withCredit = (creditsApplied: number) => {
  const [invoice] = paid.invoices.invoices
  if (!invoice) throw new Error('The example has an invoice.')
  return { ...paid, invoices: { ...paid.invoices, invoices: [{ ...invoice, creditsApplied }] } }
}

describe('InvoicesCard', () => {
  it('shows the credits applied to an invoice', async () => {
    const screen = await renderScreen(<InvoicesCard policy={withCredit(355.19)} />)
    await expect.element(screen.getByRole('columnheader', { name: 'Credits applied' })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: '$355.19' })).toBeVisible()
  })

  it('hides the credits column when no credits were applied', async () => {
    const screen = await renderScreen(<InvoicesCard policy={withCredit(0)} />)
    await expect.element(screen.getByRole('columnheader', { name: 'Premium' })).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'Credits applied' })).not.toBeInTheDocument()
  })
})
