import { getConfirmation } from '@tideline/sdk/operations'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PolicyBillingPage } from './PolicyBillingPage.tsx'

const policy = buildConfirmationPolicy({ by: 'internal' })
const open = () =>
  renderScreen(
    <main className="page">
      <PolicyBillingPage policyNo={policy.policyNo} />
    </main>,
  )

describe('billing page of a policy', () => {
  it.each([1280, 390])(
    'states the amount due with its date, and values beside their labels (UI-9) (%i px)',
    async (width) => {
      await page.viewport(width, 900)
      const owed = { totalDue: 1_234_567.89, currentlyDue: 1_234_567.89, payableAmount: 1_234_567.89 }
      const due = {
        dueDate: '2026-01-04',
        dueState: 'pastDue' as const,
        isPaymentProcessing: false,
        processingAmount: 0,
      }
      respondWith(getConfirmation, buildConfirmation({ ...policy, ...owed, ...due, isBilledToLender: false }))
      const screen = await open()
      const balance = screen.getByRole('region', { name: 'Balance' })
      await expect.element(balance.getByText('Past due since 01/04/2026')).toBeVisible()
      await expect.element(balance.getByText('$1,234,567.89').first()).toBeVisible()
      for (const fact of balance.element().querySelectorAll('.fact'))
        expect(fact.getBoundingClientRect().width).toBeLessThanOrEqual(400)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await expectAccessible()
    },
  )

  it('states that nothing is due', async () => {
    const none = { totalDue: 0, currentlyDue: 0, payableAmount: 0, dueDate: null, dueState: null }
    respondWith(getConfirmation, buildConfirmation({ ...policy, ...none, isPaymentProcessing: false }))
    const screen = await open()
    await expect.element(screen.getByText('Nothing is due.')).toBeVisible()
    // Unlike on the policy page, the payments are expanded.
    await expect.element(screen.getByText('No payments have been made for this policy')).toBeVisible()
  })

  it('shows an error with Retry if the policy cannot be loaded', async () => {
    respondWithError(getConfirmation, 404, { message: 'Not found.' })
    const screen = await open()
    await expect.element(screen.getByText('The billing could not be loaded')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
