import type { PolicyConfirmation } from '@tideline/sdk'
import { getAutoPay, turnOnAutoPay } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { getRecordedPolicy } from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { InvoicesCard } from './Invoices.card.tsx'

afterEach(() => page.viewport(1280, 800))

const paid = buildConfirmationPolicy()
const withCredit = (creditsApplied: number) => {
  const [invoice] = paid.invoices.invoices
  if (!invoice) throw new Error('The example has an invoice.')
  return { ...paid, invoices: { ...paid.invoices, invoices: [{ ...invoice, creditsApplied }] } }
}

/** Renders the card and expands it. */
async function show(policy: PolicyConfirmation) {
  const screen = await renderScreen(<InvoicesCard policy={policy} />)
  await expandSections('Invoices')
  return screen
}

const monthly = buildConfirmationPolicy({ ...getRecordedPolicy('monthly'), by: 'insured' })

describe('InvoicesCard', () => {
  it('shows the credits applied to an invoice', async () => {
    const screen = await show(withCredit(355.19))
    await expect.element(screen.getByRole('columnheader', { name: 'Credits applied' })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: '$355.19' })).toBeVisible()
  })

  it('hides the credits column when no credits were applied', async () => {
    const screen = await show(withCredit(0))
    await expect.element(screen.getByRole('columnheader', { name: 'Premium' })).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'Credits applied' })).not.toBeInTheDocument()
  })

  it.each([1280, 390])('states the next automatic charge of a policy with auto-pay (AUT-10) (%i px)', async (width) => {
    await page.viewport(width, 800)
    respondWith(getAutoPay, { ...getExample(getAutoPay), payload: getExample(turnOnAutoPay).payload })
    const screen = await show(monthly)
    await expect.element(screen.getByText('We will charge your card ending in 4242 on 12/20/2026')).toBeVisible()
    await expect.element(screen.getByText('$110.50')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible()
  })

  it.each(['unpaid', 'paused', 'disputed', 'notInForce'] as const)(
    'states no automatic charge while auto-pay is on hold: %s [AUT-7]',
    async (hold) => {
      respondWith(getAutoPay, { ...getExample(getAutoPay), payload: { ...getExample(turnOnAutoPay).payload, hold } })
      const screen = await show(monthly)
      await expect.element(screen.getByText('Amount Due', { exact: true })).toBeVisible()
      expect(screen.getByText(/We will charge/).elements()).toEqual([])
    },
  )
})
