import { getConfirmation, getPolicyTransactions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { recordLayoutShift } from '@tideline/web-kit/testing/layout-shift.ts'
import { respondWith, waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy, buildPayment } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PolicyPage } from './PolicyPage.tsx'

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

afterEach(() => page.viewport(1280, 800))

async function open(width: number, seen: Seen) {
  await page.viewport(width, 800)
  const policy = buildConfirmationPolicy({
    ...seen,
    insuredName: 'Maximiliana-Theodora Featherstonehaugh-Cholmondeley',
  })
  const { payload, ...rest } = getExample(getPolicyTransactions)
  respondWith(getPolicyTransactions, {
    ...rest,
    payload: payload.map((one) => ({ ...one, productId: policy.productId, censusBlock: '120570051011' })),
  })
  respondWith(getConfirmation, buildConfirmation(policy))
  const screen = await renderScreen(
    // Adds the padding of the portal's layout.
    <main style={{ paddingInline: 'var(--gutter)' }}>
      <PolicyPage policyNo={policy.policyNo} />
    </main>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Policy Documents' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Payments' })).toBeVisible()
  return screen
}

it.each([4, 5, 1, 3] as const)('fits a policy of product %i on a screen of 320 pixels', async (productId) => {
  await open(320, { productId, by: 'internal', totalPremium: 1_234_567.89 })
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

it.each([
  ['an agent', { by: 'agent' }],
  ['an insured', { by: 'insured' }],
  ['staff', { by: 'internal' }],
  ['staff before anything was paid', { by: 'internal', payments: [] }],
  ['staff of a cancelled policy', { by: 'internal', status: 'Cancelled', isPolicyCancelled: true }],
] as [string, Seen][])('limits the policy page for %s to 2,200 pixels in height on a phone', async (_, seen) => {
  const screen = await open(390, seen)
  // The most important sections are expanded. All others are collapsed.
  await expect.element(screen.getByRole('heading', { name: 'Premium' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Overview' })).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => document.querySelector('.policy')?.scrollHeight).toBeLessThanOrEqual(2200)
  const last = document.querySelector('.map-card')?.getBoundingClientRect().top ?? 0
  for (const card of document.querySelectorAll('.policy-page .card:not(.map-card)'))
    expect(card.getBoundingClientRect().top).toBeLessThan(last)
})

it.each([
  ['an agent with a claim and a payment', 'agent', 'paid'],
  ['staff with a claim and a failed payment', 'internal', 'failed'],
  ['an insured with a failed payment', 'insured', 'failed'],
] as const)('limits the policy page for %s to 1,400 pixels in height on a desktop', async (_, by, paymentStatus) => {
  const screen = await open(1280, { by, payments: [buildPayment({ paymentStatus })] })
  await expect.element(screen.getByRole('button', { name: 'Payments' })).toHaveAttribute('aria-expanded', 'false')
  await waitForPaint()
  await expect.poll(() => document.querySelector('.policy')?.scrollHeight).toBeLessThanOrEqual(1400)
})

it('shows the policy page in two columns with collapsed sections on a portrait tablet', async () => {
  const screen = await open(768, { by: 'internal' })
  await expect.element(screen.getByRole('button', { name: 'Coverages' })).toHaveAttribute('aria-expanded', 'false')
  const boxOf = (name: string) => screen.getByRole('region', { name, exact: true }).element().getBoundingClientRect()
  await expect.poll(() => boxOf('Current Status').top).toBe(boxOf('Premium').top)
  expect(boxOf('Current Status').left).toBeGreaterThan(boxOf('Premium').right)
  await expect.poll(() => document.querySelector('.policy')?.scrollHeight).toBeLessThanOrEqual(2800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(768)
})

it('keeps the dates of the overview on one line in a window of 720 pixels', async () => {
  const screen = await open(720, { by: 'agent' })
  await expandSections('Overview')
  const overview = screen.getByRole('region', { name: 'Overview', exact: true })
  await expect.element(overview.getByText('Inception Date')).toBeVisible()
  const dates = overview.getByText(/^\d\d\/\d\d\/\d{4}$/).elements()
  expect(dates.length).toBeGreaterThan(0)
  for (const date of dates) {
    const range = document.createRange()
    range.selectNodeContents(date)
    // A line is 24 pixels high.
    expect(range.getBoundingClientRect().height).toBeLessThan(30)
  }
})

it('gives every landmark of the policy page a unique name', async () => {
  await open(1280, { by: 'internal' })
  const landmarks = [...document.querySelectorAll('section, nav, aside, [role=region]')]
  const names = landmarks.flatMap((one) => {
    const titled = one.getAttribute('aria-labelledby')
    return one.getAttribute('aria-label') ?? (titled ? (document.getElementById(titled)?.textContent ?? []) : [])
  })
  expect(names.length).toBeGreaterThan(12)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

it('fits nine payment columns next to the side column of the policy page', async () => {
  const back = { amount: -1_234_567.89, paymentStatus: 'refunded', description: 'Refund of the cancellation' } as const
  const check = buildPayment({ ...back, policyPaymentId: 'another', checkNo: '100001' })
  const screen = await open(1280, { by: 'internal', payments: [check, buildPayment()] })
  await expandSections('Payments')
  await expect.element(screen.getByRole('columnheader', { name: 'Check Number' })).toBeVisible()
  const frame = document.querySelector('.payments-card .table-frame')
  await expect.poll(() => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0)).toBe(0)
})

it.each([
  ['insured', 390],
  ['insured', 1280],
  ['internal', 390],
  ['internal', 1280],
] as const)('does not shift the policy page of %s viewers at %i pixels while it loads (UI-25)', async (by, width) => {
  await page.viewport(width, 844)
  const getShift = recordLayoutShift()
  const policy = buildConfirmationPolicy({ by, address: '1200 Bayshore Demo Blvd, Tampa, FL 33606' })
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const { promise: transactionsLoaded, resolve: loadTransactions } = Promise.withResolvers<void>()
  respondWith(getConfirmation, async () => {
    await loaded
    return buildConfirmation(policy)
  })
  const transactions = getExample(getPolicyTransactions)
  respondWith(getPolicyTransactions, async () => {
    await transactionsLoaded
    return transactions
  })
  const screen = await renderScreen(
    <main style={{ paddingInline: 'var(--gutter)' }}>
      <PolicyPage policyNo={policy.policyNo} />
    </main>,
  )
  await expect.element(screen.getByRole('status', { name: 'Loading policy details' })).toBeVisible()
  await waitForPaint()
  load()
  await expect.element(screen.getByRole('status', { name: 'Loading the sections' })).toBeVisible()
  await waitForPaint()
  loadTransactions()
  await expect.element(screen.getByRole('heading', { name: 'Policy Documents' })).toBeVisible()
  await waitForPaint()
  expect(getShift()).toBeLessThanOrEqual(0.02)
})
