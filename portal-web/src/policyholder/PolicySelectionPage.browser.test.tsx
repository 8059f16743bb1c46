import type { PolicyDetails } from '@tideline/sdk'
import { confirmSigningCode, listOwnPolicies } from '@tideline/sdk/operations'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { setReloadFunction } from '@tideline/web-kit/session/navigation.ts'
import { readSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it, vi } from 'vitest'
import { PolicySelectionPage } from './PolicySelectionPage.tsx'

const { payload, ...rest } = getExample(listOwnPolicies)
const getNumber = (index: number) => `RFL3${String(index).padStart(6, '0')}`

const signed: PolicyDetails['isSigned'] = [
  { party: 1, isSigned: true, requiresSignatures: true },
  { party: 2, isSigned: true, requiresSignatures: true },
]

async function openWith(count: number, more: Partial<PolicyDetails> = {}, isLimited = false) {
  const [first] = payload
  if (!first) throw new Error('The contract shows no policy of an insured.')
  const own = Array.from({ length: count }, (_, index) => ({
    ...first,
    ...{ policyId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, policyNo: getNumber(index) },
    ...{ productId: 1 as const, address: `${index} Sample St`, inceptionDate: '2026-12-16', ...more },
  }))
  respondWith(listOwnPolicies, { ...rest, isLimited, payload: own })
  writeSession({ accountType: 'policyholder', user: 'insured', token: 't', expiresAt: '2099-01-01T00:00:00.000Z' })
  const screen = await renderScreen(<PolicySelectionPage />)
  await expect.element(screen.getByRole('heading', { name: 'Your policies' })).toBeVisible()
  await expect.element(screen.getByRole('article').first()).toBeVisible()
  const numbers = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label'))
  const pages = () =>
    screen
      .getByRole('button', { name: /^Page \d+$/ })
      .elements()
      .map(({ textContent }) => textContent)
  return { screen, numbers, pages }
}

it('shows policyholders ten policies per page, five page buttons, and a jump by five [D101]', async () => {
  const { screen, numbers, pages } = await openWith(63)
  expect(numbers()).toHaveLength(10)
  expect(pages()).toEqual(['1', '2', '3', '4', '5'])
  await screen.getByRole('button', { name: 'On 5 pages' }).click()
  expect(pages()).toEqual(['6', '7'])
  await expect.element(screen.getByText('Showing 51 to 60 of 63 results')).toBeVisible()
  await screen.getByRole('button', { name: 'Page 7' }).click()
  expect(numbers()).toHaveLength(3)
  await screen.getByRole('button', { name: 'Back 5 pages' }).click()
  await expect.element(screen.getByText('Showing 11 to 20 of 63 results')).toBeVisible()
})

it("shows another page of the policyholder's policies without a request [D299]", async () => {
  const { screen, numbers } = await openWith(12)
  const first = numbers()
  await screen.getByRole('button', { name: 'Page 2' }).click()
  expect(numbers()).toHaveLength(2)
  expect(numbers().some((number) => first.includes(number))).toBe(false)
  expect(getRequests(listOwnPolicies)).toHaveLength(1)
})

it.each([
  [
    { inceptionDate: getDateDaysFromToday(5), expirationDate: getDateDaysFromToday(370) },
    `Starts ${formatDate(getDateDaysFromToday(5))}`,
  ],
  [
    { inceptionDate: getDateDaysFromToday(-5), expirationDate: getDateDaysFromToday(360) },
    `Until ${formatDate(getDateDaysFromToday(360))}`,
  ],
  [{ isPendingCancel: true }, 'Cancellation requested'],
])('shows the coverage of a policy with %j: %s', async (more, words) => {
  const { screen } = await openWith(1, more)
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

it.each([
  [{}, 'Sign & Pay', 'Due date12/15/2099', 'sign'],
  [{ isSigned: signed }, 'Pay', 'Due date12/15/2099', 'pay'],
  [{ isSigned: signed, dueDate: '2026-01-05', dueState: 'pastDue' as const }, 'Pay', 'Past due since01/05/2026', 'pay'],
])('shows the button for a policy with %j as "%s", together with the amount due', async (more, name, due, action) => {
  const unpaid = { isPaid: false, currentlyDue: 1317.75, totalDue: 1317.75, dueDate: '2099-12-15' }
  const { screen } = await openWith(1, { ...unpaid, isPaymentProcessing: false, isBilledToLender: false, ...more })
  await expect.poll(() => screen.getByRole('article').element().textContent).toContain(`Amount due$1,317.75${due}`)
  await expect
    .element(screen.getByRole('link', { name: `${name} policy ${getNumber(0)}` }))
    .toHaveAttribute('href', `/policyholder/policies/${getNumber(0)}/${action}`)
})

it.each([
  [{ isPaymentProcessing: true }, 'PaymentProcessing'],
  [{ isBilledToLender: true }, 'Billed toYour lender'],
])('offers no payment for a policy with %j', async (more, due) => {
  const unpaid = { isPaid: false, isSigned: signed, currentlyDue: 1317.75, dueDate: '2099-12-15' }
  const { screen } = await openWith(1, { ...unpaid, isPaymentProcessing: false, isBilledToLender: false, ...more })
  await expect.poll(() => screen.getByRole('article').element().textContent).toContain(`Amount due$1,317.75${due}`)
  expect(screen.getByRole('link', { name: /^(Sign|Pay)/ }).elements()).toEqual([])
})

it('shows all policies of the policyholder in a limited session once the emailed code is confirmed', async () => {
  const { screen, numbers } = await openWith(1, {}, true)
  await screen.getByRole('button', { name: 'Show all my policies' }).click()
  await screen.getByRole('button', { name: 'Email me a code' }).click()
  await screen.getByLabelText('Code').fill('123456')
  const [first] = payload
  if (!first) throw new Error('The contract shows no policy of an insured.')
  respondWith(listOwnPolicies, {
    ...rest,
    isLimited: false,
    payload: [first, { ...first, policyId: getNumber(9), policyNo: getNumber(9) }],
  })
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.poll(numbers).toHaveLength(2)
  expect(await getRequests(confirmSigningCode)[0]?.json()).toEqual({ policyNo: getNumber(0), code: '123456' })
  await expect.element(screen.getByRole('button', { name: 'Show all my policies' })).not.toBeInTheDocument()
})

it('does not offer "Show all policies" in an unlimited session', async () => {
  const { screen } = await openWith(1)
  await expect.element(screen.getByRole('button', { name: 'Show all my policies' })).not.toBeInTheDocument()
})

it('shows no page buttons for a policyholder with ten policies', async () => {
  const { screen, numbers } = await openWith(10)
  expect(numbers()).toHaveLength(10)
  expect(screen.getByRole('navigation', { name: 'Pages' }).elements()).toEqual([])
})

it('ends the session and reloads the page when a policyholder logs out', async () => {
  const reload = vi.fn()
  setReloadFunction(reload)
  const { screen } = await openWith(1)
  await screen.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
  expect(readSession()).toBeUndefined()
  await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/splash')
})
