import { listAdminPolicies } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

afterEach(() => page.viewport(1280, 800))

const [example] = getExample(listAdminPolicies)
const widest = {
  ...(example as NonNullable<typeof example>),
  status: 'Pending Cancel' as const,
  dueState: 'processing' as const,
  insuredName: 'Bartholomew Featherstonehaugh-Example',
  address: '12345 North Demonstration Boulevard, Apartment 1234, Saint Petersburg, FL 33701',
  totalPremium: 1_116_223.4,
  totalDue: 1_016_223.4,
}

/**
 * Returns how many pixels of the element are cut off at the left or right by an ancestor, the window or the element
 * itself.
 */
function getHiddenPixels(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  let hidden = Math.max(element.scrollWidth - element.clientWidth, right - window.innerWidth)
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === 'visible') continue
    const edges = box.getBoundingClientRect()
    hidden = Math.max(hidden, edges.left - left, right - edges.right)
  }
  return Math.max(0, Math.floor(hidden))
}

it('shows policy amounts in full at 1280 px, even next to long names and statuses', async () => {
  await page.viewport(1280, 800)
  respondWith(listAdminPolicies, [widest])
  const screen = await renderBackOffice('/policies', 'superuser')
  const due = screen.getByRole('cell', { name: '$1,016,223.40', exact: true })
  await expect.element(due).toBeVisible()
  expect(getHiddenPixels(due.element())).toBe(0)
  expect(getHiddenPixels(screen.getByRole('cell', { name: '$1,116,223.40', exact: true }).element())).toBe(0)
  expect(getHiddenPixels(screen.getByRole('columnheader').last().element())).toBe(0)
  const insured = screen.getByTitle(widest.insuredName).element()
  expect(insured.clientWidth).toBeGreaterThan(70)
})

it('hides other columns of the policy list so that amounts are visible in a narrow window (UI-22)', async () => {
  await page.viewport(900, 800)
  respondWith(listAdminPolicies, [widest])
  const screen = await renderBackOffice('/policies', 'superuser')
  const due = screen.getByRole('cell', { name: '$1,016,223.40', exact: true })
  await expect.element(due).toBeVisible()
  expect(getHiddenPixels(due.element())).toBe(0)
  expect(getHiddenPixels(screen.getByRole('cell', { name: '$1,116,223.40', exact: true }).element())).toBe(0)
})

it('shows policy amounts in full on a phone', async () => {
  await page.viewport(390, 844)
  respondWith(listAdminPolicies, [widest])
  const screen = await renderBackOffice('/policies', 'superuser')
  const due = screen.getByText('$1,016,223.40', { exact: true })
  await expect.element(due).toBeVisible()
  expect(getHiddenPixels(due.element())).toBe(0)
  expect(getHiddenPixels(screen.getByText('$1,116,223.40', { exact: true }).element())).toBe(0)
})

it.each([
  ['Active', false, 1],
  ['Active', true, 0],
  ['Cancelled', false, 0],
] as const)('marks a missing signature on the card of a policy that is %s (UI-36)', async (status, isSigned, marks) => {
  await page.viewport(390, 844)
  respondWith(listAdminPolicies, [{ ...widest, status, isSigned }])
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByText(status, { exact: true })).toBeVisible()
  expect(screen.getByText('Not signed', { exact: true }).elements()).toHaveLength(marks)
})

it('shows a missing signature once in the table (UI-36)', async () => {
  await page.viewport(1280, 800)
  respondWith(listAdminPolicies, [{ ...widest, status: 'Active' as const, isSigned: false }])
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByRole('cell', { name: 'Active', exact: true })).toBeVisible()
  await expect.element(screen.getByText('Not signed', { exact: true })).not.toBeVisible()
})
