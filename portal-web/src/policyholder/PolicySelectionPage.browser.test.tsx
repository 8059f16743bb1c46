import type { PolicyDetails } from '@tideline/sdk'
import { confirmSigningCode, listOwnPolicies } from '@tideline/sdk/operations'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { setReloadFunction } from '@tideline/web-kit/session/navigation.ts'
import { readSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
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
  const screen = await renderScreen(
    <main>
      <PolicySelectionPage />
    </main>,
  )
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
  await expect.poll(pages).toEqual(['6', '7'])
  await expect.element(screen.getByText('Showing 51 to 60 of 63 results')).toBeVisible()
  await screen.getByRole('button', { name: 'Page 7' }).click()
  await expect.poll(numbers).toHaveLength(3)
  await screen.getByRole('button', { name: 'Back 5 pages' }).click()
  await expect.element(screen.getByText('Showing 11 to 20 of 63 results')).toBeVisible()
})

it('shows the next page of policies without another request [D299]', async () => {
  const { screen, numbers } = await openWith(12)
  const first = numbers()
  await screen.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(numbers).toHaveLength(2)
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
    `Covered until ${formatDate(getDateDaysFromToday(360))}`,
  ],
  [{ isPendingCancel: true }, 'Cancellation requested'],
])('shows the coverage of a policy with %j: %s', async (more, words) => {
  const { screen } = await openWith(1, more)
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

const unpaid = {
  isPaid: false,
  currentlyDue: 1317.75,
  payableAmount: 1317.75,
  totalDue: 1317.75,
  dueDate: '2099-12-15',
}
const textOf = (screen: Awaited<ReturnType<typeof openWith>>['screen']) =>
  screen.getByRole('article').element().textContent

it.each([
  [{}, 'Sign & Pay $1,317.75', 'Amount due by 12/15/2099', 'sign'],
  [{ isSigned: signed }, 'Pay $1,317.75', 'Amount due by 12/15/2099', 'pay'],
  [
    { isSigned: signed, dueDate: '2026-01-05', dueState: 'pastDue' as const },
    'Pay $1,317.75',
    'Past due since 01/05/2026',
    'pay',
  ],
])(
  'shows the button for a policy with %j as "%s", and the amount due with its date [BIL-12]',
  async (more, name, due, action) => {
    const { screen } = await openWith(1, { ...unpaid, isPaymentProcessing: false, isBilledToLender: false, ...more })
    await expect.poll(() => textOf(screen)).toContain(`${due} $1,317.75`)
    await expect
      .element(screen.getByRole('link', { name: `${name} policy ${getNumber(0)}` }))
      .toHaveAttribute('href', `/policyholder/policies/${getNumber(0)}/${action}`)
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1)
  },
)

it.each([
  [{ isPaymentProcessing: true, payableAmount: 0, processingAmount: 1317.75 }, 'Payment processing $1,317.75'],
  [{ isBilledToLender: true }, 'Billed to your lender, due by 12/15/2099 $1,317.75'],
  [
    { isPaid: true, currentlyDue: 0, payableAmount: 104.5, dueDate: '2027-01-16', dueState: 'upcoming' as const },
    'Next amount due by 01/16/2027 $104.50',
  ],
  [{ isPaid: true, currentlyDue: 0, payableAmount: 0, totalDue: 0, dueDate: null, dueState: null }, 'Paid in full'],
])('offers no payment for a policy with %j', async (more, due) => {
  const policy = { ...unpaid, isSigned: signed, isPaymentProcessing: false, isBilledToLender: false, ...more }
  const { screen } = await openWith(1, policy)
  await expect.poll(() => textOf(screen)).toContain(due)
  expect(screen.getByRole('link', { name: /^(Sign|Pay)/ }).elements()).toEqual([])
})

it('states that the balance of a cancelled policy can be paid by check (UI-34)', async () => {
  const pastDue = { dueDate: '2026-01-05', dueState: 'pastDue' as const, isPaymentProcessing: false }
  const { screen } = await openWith(1, { ...unpaid, ...pastDue, isBilledToLender: false, isCancelled: true })
  await expect.poll(() => textOf(screen)).toContain('Past due since 01/05/2026 $1,317.75')
  expect(textOf(screen)).toContain('Pay this amount by check.')
  expect(screen.getByRole('link', { name: /^(Sign|Pay)/ }).elements()).toEqual([])
})

it('marks what a policy needs beside its status, recognizable without color (UI-13)', async () => {
  const { screen } = await openWith(1, {
    ...unpaid,
    ...{ dueDate: '2026-01-05', dueState: 'pastDue' },
    renewalHold: { amount: 412.5, payBy: '2027-01-04' },
  })
  const marks = screen.getByRole('list', { name: 'Status' }).getByRole('listitem')
  expect(marks.elements().map(({ textContent }) => textContent)).toEqual([
    'Active',
    'Past due',
    'Renewal on hold',
    'Signature needed',
  ])
  expect(marks.elements().every((mark) => mark.querySelector('svg'))).toBe(true)
})

it('shows the next automatic charge instead of a payment (AUT-10, UI-13)', async () => {
  const { screen } = await openWith(1, {
    ...unpaid,
    isSigned: signed,
    nextAutomaticCharge: { date: '2099-12-15', amount: 1317.75, isCard: true, lastFourDigits: '4242' },
  })
  await expect.poll(() => textOf(screen)).toContain('We will charge your card ending in 4242 on 12/15/2099 $1,317.75')
  expect(screen.getByRole('link', { name: /^Pay/ }).elements()).toEqual([])
})

it('shows policies that need something first, and the others behind one line (UI-17)', async () => {
  const [example] = payload
  if (!example) throw new Error('The contract shows no policy of an insured.')
  const build = (index: number, changes: Partial<PolicyDetails>) => ({
    ...example,
    ...{ policyId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, policyNo: getNumber(index) },
    ...{ productId: 1 as const, address: `${index} Sample St`, ...changes },
  })
  const paid = { isPaid: true, currentlyDue: 0, payableAmount: 0, totalDue: 0, dueDate: null, dueState: null }
  respondWith(listOwnPolicies, {
    ...{ ...rest, isLimited: false },
    payload: [
      build(1, { ...paid, isSigned: signed }),
      build(2, { ...unpaid, isSigned: signed, dueDate: '2099-12-15' }),
      build(3, { ...unpaid, isSigned: signed, dueDate: '2026-01-05', dueState: 'pastDue' }),
    ],
  })
  writeSession({ accountType: 'policyholder', user: 'insured', token: 't', expiresAt: '2099-01-01T00:00:00.000Z' })
  const screen = await renderScreen(
    <main>
      <PolicySelectionPage />
    </main>,
  )
  const numbers = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label'))
  await expect.poll(numbers).toEqual([getNumber(3), getNumber(2)])
  await expect.element(screen.getByText('1 other policy needs nothing now.')).toBeVisible()
  const show = screen.getByRole('button', { name: 'Show other policies' })
  await expect.element(show).toHaveAttribute('aria-expanded', 'false')
  await show.click()
  await expect.poll(numbers).toEqual([getNumber(3), getNumber(2), getNumber(1)])
  await expectAccessible()
  await screen.getByRole('button', { name: 'Hide other policies' }).click()
  await expect.poll(numbers).toEqual([getNumber(3), getNumber(2)])
})

it('warns about a renewal on hold and a cancellation notice with amount and date (REN-5, DEL-9)', async () => {
  const { screen } = await openWith(1, {
    ...unpaid,
    renewalHold: { amount: 412.5, payBy: '2027-01-04' },
    nonpaymentNotice: { amount: 1317.75, payBy: '2026-12-05', effectiveDate: '2026-12-06' },
  })
  await expect.element(screen.getByText('Renewal on hold: pay $412.50 by 01/04/2027.')).toBeVisible()
  await expect
    .element(screen.getByText('Cancellation notice for nonpayment: pay $1,317.75 by 12/05/2026 to keep your coverage.'))
    .toBeVisible()
})

it('shows accessible policy cards that can be used with the keyboard', async () => {
  const { screen } = await openWith(2, { ...unpaid, isSigned: signed, dueDate: '2026-01-05', dueState: 'pastDue' })
  await expectAccessible()
  const [pay, details] = screen.getByRole('article').first().getByRole('link').elements()
  if (!(pay instanceof HTMLElement)) throw new Error('The card has no link.')
  pay.focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(details)
})

describe('policy selection page', () => {
  beforeEach(() =>
    writeSession({ accountType: 'policyholder', user: 'insured', token: 't', expiresAt: '2099-01-01T00:00:00.000Z' }),
  )

  it('shows a skeleton while loading', async () => {
    keepRequestsPending(listOwnPolicies)
    const screen = await renderScreen(<PolicySelectionPage />)
    await expect.element(screen.getByRole('status', { name: 'Loading your policies' })).toBeVisible()
  })

  it('shows the error and loads again on Retry', async () => {
    respondWithError(listOwnPolicies, 429, { message: 'Too many requests.' })
    const screen = await renderScreen(<PolicySelectionPage />)
    await expect.element(screen.getByText('Your policies could not be loaded')).toBeVisible()
    const before = getRequests(listOwnPolicies).length
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => getRequests(listOwnPolicies).length).toBeGreaterThan(before)
  })
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
