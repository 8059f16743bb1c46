import type { PolicyEvent } from '@tideline/sdk'
import { listPolicyEvents } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { RecentChangesCard } from './RecentChangesCard.tsx'

const { payload, ...rest } = getExample(listPolicyEvents)
const [example] = payload.items
if (!example) throw new Error('The contract shows no event.')

const build = (index: number): PolicyEvent => ({
  ...example,
  event: {
    id: `evt_${String(index).padStart(32, '0')}`,
    ...{ type: 'payment.failed', occurredAt: '2026-11-20T15:00:00Z' },
    data: {
      ...{ policyNo: 'RFL3000101', paymentId: 'PAY-3000101-1', amount: 1_234_567.89 },
      policyPaymentId: '00000004-0101-4000-8001-000003000101',
    },
  },
  policyNo: 'RFL3000101',
  insuredName: 'Maximiliana Featherstonehaugh-Placeholder-Longname',
})
const respondWithChanges = (total: number) =>
  respondWith(listPolicyEvents, (request) => {
    const skip = Number(new URL(request.url).searchParams.get('skip') ?? 0)
    const items = Array.from({ length: Math.min(10, total - skip) }, (_, index) => build(skip + index))
    return { ...rest, payload: { items, resultCount: total, isCapped: false, nextCursor: null } }
  })
const open = (at = '/dashboard') =>
  renderScreen(
    <main className="page">
      <RecentChangesCard />
    </main>,
    { at, path: '/dashboard' },
  )

afterEach(() => page.viewport(1280, 800))

describe('recent changes (UI-15)', () => {
  it('shows what changed, the amount, the policy and the time', async () => {
    respondWithChanges(1)
    const screen = await open()
    const item = screen.getByRole('listitem')
    await expect.element(item.getByText('Payment failed $1,234,567.89')).toBeVisible()
    await expect
      .element(item.getByRole('link', { name: 'RFL3000101' }))
      .toHaveAttribute('href', '/policy/embed/RFL3000101')
    await expect.element(item.getByRole('time')).toHaveAttribute('datetime', '2026-11-20T15:00:00Z')
  })

  it.each([320, 390, 1280])('is accessible and fits a width of %i px with long names and ten pages', async (width) => {
    await page.viewport(width, 800)
    respondWithChanges(100)
    const screen = await open()
    await expect.element(screen.getByText('Payment failed $1,234,567.89').first()).toBeVisible()
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const controls = [...document.querySelectorAll('.paging .button')].map((button) => button.getBoundingClientRect())
    expect(controls.length).toBe(6)
    expect(Math.min(...controls.map(({ left }) => left))).toBeGreaterThan(0)
    expect(new Set(controls.map(({ top }) => top)).size).toBe(1)
  })

  it('stores the page in the URL', async () => {
    respondWithChanges(25)
    const screen = await open('/dashboard?filter=payment')
    await screen.getByRole('button', { name: 'Page 3' }).click()
    await expect.element(screen.getByText('Showing 21 to 25 of 25 results')).toBeVisible()
    await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(5)
    const [, last] = getRequests(listPolicyEvents)
    expect(new URL(last?.url ?? '').search).toContain('skip=20')
    await screen.unmount()
    const reopened = await open('/dashboard?changes=3')
    await expect.element(reopened.getByText('Showing 21 to 25 of 25 results')).toBeVisible()
  })

  it('explains an empty list', async () => {
    respondWithChanges(0)
    const screen = await open()
    await expect.element(screen.getByText('No recent changes')).toBeVisible()
  })

  it('shows a skeleton while loading, and an error with Retry', async () => {
    keepRequestsPending(listPolicyEvents)
    const screen = await open()
    await expect.element(screen.getByRole('status', { name: 'Loading recent changes' })).toBeVisible()
    await screen.unmount()
    respondWithError(listPolicyEvents, 429, { message: 'Too many requests.' })
    const failed = await open()
    await expect.element(failed.getByText('Recent changes could not be loaded')).toBeVisible()
    await expect.element(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
