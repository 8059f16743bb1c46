import { searchPolicies } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { getCurrentUrl, renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PoliciesPage } from './PoliciesPage.tsx'

const lastQuery = () => new URL(getRequests(searchPolicies).at(-1)?.url ?? 'none:').searchParams

describe('policies page', () => {
  it('filters the search results by tab, and shows open tasks in each row', async () => {
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies?search=Sample&page=2' })
    await expect
      .element(screen.getByRole('row', { name: /RFL3000107.*Bound.*Not signed, not paid.*Due 12\/15\/2026/ }))
      .toBeVisible()
    await screen.getByRole('tab', { name: 'To pay' }).click()
    await expect.poll(() => lastQuery().get('waitsFor')).toBe('payment')
    expect(lastQuery().get('search')).toBe('Sample')
    expect(lastQuery().get('page')).toBe('1')
    await screen.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => lastQuery().get('waitsFor')).toBe(null)
  })

  it('shows the past-due balance of a cancelled policy (UI-34)', async () => {
    const { payload, ...rest } = getExample(searchPolicies)
    const [first] = payload.policies
    if (!first) throw new Error('The contract shows no policy.')
    const due = { isPolicyPaid: false, dueDate: '2026-10-10', dueState: 'pastDue' as const }
    const policies = [{ ...first, ...due, status: 'Cancelled' as const, isCancelled: true }]
    respondWith(searchPolicies, { ...rest, payload: { ...payload, policies } })
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    await expect.element(screen.getByRole('row', { name: /Cancelled.*Past due since 10\/10\/2026/ })).toBeVisible()
  })

  it('shows the agency column only when the policies belong to several agencies', async () => {
    const { payload, ...rest } = getExample(searchPolicies)
    const [first] = payload.policies
    if (!first) throw new Error('The contract shows no policy.')
    const listOf = (...agencies: string[]) =>
      respondWith(searchPolicies, {
        ...rest,
        payload: {
          ...payload,
          policies: agencies.map((agencyNo, index) => ({ ...first, policyId: `${first.policyId}${index}`, agencyNo })),
        },
      })
    listOf('100100', '100100')
    const own = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    await expect.element(own.getByRole('columnheader', { name: 'Premium' })).toBeVisible()
    expect(own.getByRole('columnheader', { name: 'Agency' }).elements()).toEqual([])
    await own.unmount()
    listOf('100100', '100110')
    const all = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies?search=Bay' })
    await expect.element(all.getByRole('columnheader', { name: 'Agency' })).toBeVisible()
  })

  it.each([390, 768, 834])('fits the policy table at %i px despite long names and addresses', async (width) => {
    await page.viewport(width, 800)
    const { payload, ...rest } = getExample(searchPolicies)
    const [first] = payload.policies
    if (!first) throw new Error('The contract shows no policy.')
    const address = `10000 North Old Saint Augustine Demonstration Boulevard Extension, ${'Building Seventeen, '.repeat(3)}FL 33606`
    const long = {
      ...first,
      address,
      totalPremium: 1_234_567.89,
      insuredName: 'Maximiliana Featherstonehaugh-Longname',
    }
    const ofAnother = { ...long, policyId: long.policyId + 1, policyNo: 'RFL3000999', agencyNo: '100999' }
    respondWith(searchPolicies, { ...rest, payload: { ...payload, policies: [long, ofAnother] } })
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    const frame = () => document.querySelector('.table-frame')?.getBoundingClientRect().right ?? 0
    await expect.element(screen.getByText('$1,234,567.89').first()).toBeVisible()
    for (const cell of document.querySelectorAll('tbody :is(th, td):not([data-off])'))
      await expect.poll(() => cell.getBoundingClientRect().right).toBeLessThanOrEqual(frame() + 1)
    await page.viewport(1280, 800)
  })

  it('moves between rows with j, k, and arrow keys, and focuses the search with /', async () => {
    const { payload, ...rest } = getExample(searchPolicies)
    const [first] = payload.policies
    if (!first) throw new Error('The contract shows no policy.')
    const policies = ['RFL3000101', 'RFL3000102', 'RFL3000103'].map((policyNo) => ({
      ...first,
      policyNo,
      policyId: policyNo,
    }))
    respondWith(searchPolicies, { ...rest, payload: { ...payload, policies } })
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    const row = (policyNo: string) => screen.getByRole('link', { name: policyNo })
    await expect.element(row('RFL3000101')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(row('RFL3000101')).toHaveFocus()
    await userEvent.keyboard('j{ArrowDown}')
    await expect.element(row('RFL3000103')).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(row('RFL3000102')).toHaveFocus()
    await userEvent.keyboard('/')
    await expect.element(screen.getByLabelText('Policy, name or address')).toHaveFocus()
    await userEvent.keyboard('jk')
    await expect.element(screen.getByLabelText('Policy, name or address')).toHaveValue('jk')
  })

  it('collapses the filters while no filter is set', async () => {
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    const field = screen.getByLabelText('Insured name')
    await expect.element(screen.getByLabelText('Policy, name or address')).toBeVisible()
    await expect.element(field).not.toBeVisible()
    await screen.getByRole('button', { name: 'Filters' }).click()
    await field.fill('Sample')
    await screen.getByRole('button', { name: 'Search policies' }).click()
    await expect.poll(() => lastQuery().get('InsuredName')).toBe('Sample')
    await expect.element(screen.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
  })

  it.each([
    ['RFL3000101', '/policy/embed/RFL3000101'],
    ['rfl3000101', '/policy/embed/RFL3000101'],
    ['RFL30001', '/policies?search=RFL30001'],
  ])('opens %s at %s, because only a complete policy number opens a policy (UI-45)', async (typed, url) => {
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies' })
    await screen.getByLabelText('Policy, name or address').fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.poll(getCurrentUrl).toContain(url)
  })

  it('lists the policies when a policy number is combined with a filter (UI-45)', async () => {
    const screen = await renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies?InsuredName=Sample' })
    await screen.getByLabelText('Policy, name or address').fill('RFL3000101')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => lastQuery().get('search')).toBe('RFL3000101')
    await expect.element(screen.getByRole('heading', { name: 'Policies' })).toBeVisible()
  })
})
