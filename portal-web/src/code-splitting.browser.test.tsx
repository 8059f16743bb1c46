import type { PolicyConfirmation } from '@tideline/sdk'
import { getConfirmation, listPaymentMethods } from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { getCurrentUrl, renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it, vi } from 'vitest'
import { routes } from './routes.tsx'

const field = { mount: vi.fn(), on: vi.fn(), off: vi.fn(), update: vi.fn(), destroy: vi.fn(), unmount: vi.fn() }

/** Replaces Stripe's script, which loads from another host. */
vi.mock('./payments/stripe.ts', () => ({
  loadStripeForKey: async () => ({
    elements: () => ({ create: () => field, getElement: () => field, on: vi.fn(), update: vi.fn() }),
    ...{ createToken: vi.fn(), createPaymentMethod: vi.fn(), confirmCardPayment: vi.fn() },
  }),
}))

/** Browsers record 250 resources by default, fewer than the modules that one screen loads in development. */
performance.setResourceTimingBufferSize(10_000)

const onDemand = [
  ...['PolicyPage', 'ReceiptPage', 'PoliciesPage', 'SplashPage', 'LoginPage', 'WizardPage'],
  ...['NotificationsDialog', 'NotificationMail', 'PayStep', 'CardPanel', 'BankPanel'],
]
const loaded = () => {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return onDemand.filter((screen) => addresses.some((address) => address.endsWith(`/${screen}.tsx`)))
}

it('loads the code of a screen only when the screen is opened [P125]', async () => {
  expect(loaded()).toEqual([])
  await renderApp(routes, '/login')
  await expect.poll(loaded).toEqual(['LoginPage'])
  expect(getCurrentUrl()).toBe('/login')
})

it('loads the payment step on demand with its card and bank account forms [P120] [P121] [P122]', async () => {
  expect(loaded()).not.toContain('PayStep')
  const done = { isSigned: true, requiresSignatures: true }
  const isSigned: PolicyConfirmation['isSigned'] = [
    { party: 1, ...done },
    { party: 2, ...done },
  ]
  const policy = buildConfirmationPolicy({ by: 'insured', isSigned })
  respondWith(getConfirmation, buildConfirmation(policy))
  respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
  writeSession({
    ...{ accountType: 'policyholder', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'insured' },
    validateReturn: { policy: { policyNo: policy.policyNo } } as Session['validateReturn'],
  } as Session)
  const screen = await renderApp(routes, '/policyholder/payments')
  await screen.getByRole('radio', { name: /^Bank account/ }).click()
  await expect.element(screen.getByLabelText('Routing number')).toBeVisible()
  await screen.getByRole('radio', { name: /^Credit card/ }).click()
  await expect.element(screen.getByText('Card number', { exact: true })).toBeVisible()
  expect(loaded()).toEqual(expect.arrayContaining(['PayStep', 'CardPanel', 'BankPanel']))
  expect(getCurrentUrl()).toBe('/policyholder/payments')
})
