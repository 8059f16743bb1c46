import { searchPolicies } from '@tideline/sdk/operations'
import { asked } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { describe, expect, it } from 'vitest'
import { PoliciesPage } from './PoliciesPage.tsx'

const lastQuery = () => new URL(asked(searchPolicies).at(-1)?.url ?? 'none:').searchParams

describe('the list of policies', () => {
  it('opens what waits for somebody by a tab, within the search, and says in the row what that is', async () => {
    const screen = await show(<PoliciesPage />, { path: '/policies', at: '/policies?search=Sample&page=2' })
    await expect.element(screen.getByRole('row', { name: /RFL3000107.*Bound.*Not signed, not paid/ })).toBeVisible()
    await screen.getByRole('tab', { name: 'To pay' }).click()
    await expect.poll(() => lastQuery().get('waitsFor')).toBe('payment')
    expect(lastQuery().get('search')).toBe('Sample')
    expect(lastQuery().get('page')).toBe('1')
    await screen.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => lastQuery().get('waitsFor')).toBe(null)
  })
})
