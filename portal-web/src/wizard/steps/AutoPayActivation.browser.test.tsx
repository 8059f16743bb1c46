import { turnOnAutoPay } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy, buildPayment } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import type { WizardContext } from '../wizard.ts'
import { AutoPayActivation } from './AutoPayActivation.tsx'

const attempt = {
  ...{ idempotencyKey: '6f1f5a1e-0f7b-4d36-9a0e-3a52c9b1f0aa', amount: 109.81, paysAll: false },
  ...{ optInAutoPayRenewal: false, autoPayTermsVersion: '2026-11', paymentMethodId: 'pm_1Card' },
}
const createContext = (changes: Partial<WizardContext> = {}) =>
  ({
    policyNo: 'RFL3000101',
    policy: buildConfirmationPolicy({ by: 'insured' }),
    outcome: { kind: 'paid', payment: buildPayment() },
    attempt,
    ...changes,
  }) as WizardContext

describe('AutoPayActivation', () => {
  it('turns on auto-pay once with the payment method just used, and shows the next charge [AUT-1]', async () => {
    const screen = await renderScreen(<AutoPayActivation context={createContext()} />)
    await expect.element(screen.getByText('Auto-pay is on')).toBeVisible()
    await expect.element(screen.getByText(/Visa ••••\s4242. Next charge: \$110.50 on 12\/20\/2026/)).toBeVisible()
    const [request, ...others] = getRequests(turnOnAutoPay)
    expect(others).toEqual([])
    expect(request?.headers.get('Idempotency-Key')).toBe(`auto-pay-${attempt.idempotencyKey}`)
    expect(await request?.json()).toEqual({ stripePaymentMethodId: 'pm_1Card', termsVersion: '2026-11' })
  })

  it('confirms the payment if auto-pay could not be turned on, and offers a retry', async () => {
    respondWithError(turnOnAutoPay, 422, { message: 'termsVersion: the terms have changed. Please read them again.' })
    const screen = await renderScreen(<AutoPayActivation context={createContext()} />)
    await expect.element(screen.getByText('Your payment was received, but auto-pay was not turned on')).toBeVisible()
    respondWith(turnOnAutoPay, getExample(turnOnAutoPay))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Auto-pay is on')).toBeVisible()
  })

  it('requests the emailed code if others could have seen the link, and then turns on auto-pay (AUT-2)', async () => {
    respondWithError(turnOnAutoPay, 403, { code: 'missing_code', message: 'Please confirm your identity first.' })
    const screen = await renderScreen(<AutoPayActivation context={createContext()} />)
    await expect.element(screen.getByText(/before you turn on auto-pay/)).toBeVisible()
    await screen.getByRole('button', { name: 'Go back' }).click()
    await expect.element(screen.getByText('Please confirm your identity first.')).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await screen.getByRole('button', { name: 'Email me a code' }).click()
    await screen.getByLabelText('Code').fill('123456')
    respondWith(turnOnAutoPay, getExample(turnOnAutoPay))
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('Auto-pay is on')).toBeVisible()
  })

  it.each([
    ['the payer did not agree', { attempt: { ...attempt, autoPayTermsVersion: undefined } }],
    ['nothing was paid', { outcome: undefined }],
  ])('does nothing if %s', async (_, changes) => {
    await renderScreen(<AutoPayActivation context={createContext(changes as Partial<WizardContext>)} />)
    await vi.waitFor(() => expect(getRequests(turnOnAutoPay)).toEqual([]))
  })
})
