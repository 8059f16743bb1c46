import type { PolicyTasks } from '@tideline/sdk'
import { listPolicyTasks } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PolicyTaskList } from './PolicyTaskList.tsx'

const { payload, ...rest } = getExample(listPolicyTasks)
const [first] = payload.items
if (!first) throw new Error('The contract shows no open task.')
const signatures = (agent: boolean, insured: boolean): PolicyTasks['policy']['isSigned'] => [
  { party: 1, isSigned: agent, requiresSignatures: true },
  { party: 2, isSigned: insured, requiresSignatures: true },
]
const item = (policyNo: string, more: Partial<PolicyTasks>, policy: Partial<PolicyTasks['policy']> = {}) => ({
  ...first,
  ...more,
  policy: { ...first.policy, policyNo, isSigned: signatures(true, true), isBilledToLender: false, ...policy },
})
const owed = { totalDue: 1_234_567.89, currentlyDue: 1_234_567.89, payableAmount: 1_234_567.89 }
const pastDue = item(
  'RFL3000121',
  { tasks: ['payment'], deadline: '2026-01-04', isOverdue: true },
  {
    ...owed,
    ...{ insuredName: 'Maximiliana Featherstonehaugh-Longname', dueDate: '2026-01-04', dueState: 'pastDue' },
    ...{
      isPaymentProcessing: false,
      nonpaymentNotice: { ...{ amount: 1, payBy: '2026-02-01' }, effectiveDate: '2026-02-02' },
    },
    address: `10000 North Old Saint Augustine Demonstration Boulevard Extension, ${'Building Seventeen, '.repeat(3)}FL 33606`,
  },
)
const unsigned = item(
  'RFL3000122',
  { tasks: ['signature'], deadline: '2099-12-15', isOverdue: false },
  { isSigned: signatures(true, false) },
)
const counts = { all: 2, overdue: 1, signature: 1, payment: 1, documents: 0, cancellation: 0, renewalHold: 0 }
const respondWithTasks = () =>
  respondWith(listPolicyTasks, (request) => {
    const filter = new URL(request.url).searchParams.get('filter')
    const items = [pastDue, unsigned].filter(({ isOverdue }) => filter !== 'overdue' || isOverdue)
    return { ...rest, payload: { items, counts, resultCount: items.length, isCapped: false, nextCursor: null } }
  })
const open = (at = '/') =>
  renderScreen(
    <main className="page">
      <Card title="Open tasks">
        <PolicyTaskList take={10}>{({ total }) => <p>{total} in total</p>}</PolicyTaskList>
      </Card>
    </main>,
    { at },
  )

describe('open tasks', () => {
  it.each([1280, 834, 390, 320])(
    'show need, amount, deadline and one action for each policy (%i px)',
    async (width) => {
      await page.viewport(width, 900)
      respondWithTasks()
      const screen = await open()
      const late = screen.getByRole('row', { name: /RFL3000121/ })
      await expect.element(late.getByText('$1,234,567.89')).toBeVisible()
      await expect.element(late.getByText('Overdue', { exact: true })).toBeVisible()
      await expect.element(late.getByText('Cancellation notice: pay by 02/01/2026')).toBeVisible()
      await expect
        .element(late.getByRole('link', { name: 'Pay, RFL3000121' }))
        .toHaveAttribute('href', '/policy/embed/RFL3000121#paymentModalOpen')
      const toSign = screen.getByRole('row', { name: /RFL3000122/ })
      await expect.element(toSign.getByText('Insured signature')).toBeVisible()
      await expect
        .element(toSign.getByRole('link', { name: 'Resend link, RFL3000122' }))
        .toHaveAttribute('href', '/policy/embed/RFL3000122#resendEmailLinkModalOpen')
      expect(toSign.getByText('$', { exact: false }).elements()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await expectAccessible()
    },
  )

  it('filters by task in the URL, and shows only filters that match a policy', async () => {
    respondWithTasks()
    const screen = await open('/?filter=overdue')
    const filters = screen.getByRole('group', { name: 'Filter by task' })
    await expect.element(filters.getByRole('button', { name: 'Overdue 1' })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByText('1 in total')).toBeVisible()
    expect(
      filters
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([...['All 2', 'Overdue 1', 'To sign 1', 'To pay 1']])
    await filters.getByRole('button', { name: 'All 2' }).click()
    await expect.element(screen.getByText('2 in total')).toBeVisible()
    await filters.getByRole('button', { name: 'To sign 1' }).click()
    await expect
      .poll(() => new URL(getRequests(listPolicyTasks).at(-1)?.url ?? '').searchParams.get('filter'))
      .toBe('signature')
  })

  it('offers all open tasks when no policy matches the filter', async () => {
    respondWith(listPolicyTasks, {
      ...rest,
      payload: { items: [], counts, resultCount: 0, isCapped: false, nextCursor: null },
    })
    const screen = await open('/?filter=documents')
    await expect.element(screen.getByText('No policies match this filter')).toBeVisible()
    await screen.getByRole('button', { name: 'Show all open tasks' }).click()
    await expect.element(screen.getByText('No open tasks')).toBeVisible()
  })
})
