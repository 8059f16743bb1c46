import { describe, expect, it, vi } from 'vitest'
import { redirectTo } from './shell/redirect.ts'
import { renderBackOffice } from './testing/render-back-office.tsx'

vi.mock('./shell/redirect.ts', () => ({ redirectTo: vi.fn() }))

const areas = [
  ['/policies', 'superuser', 'Policies', 'P041, P036, P004'],
  ['/moratoriums', 'superuser', 'Moratoriums', 'P048, P243, P004'],
  ['/commissions', 'financeadmin', 'Commissions', 'P043, P244, P004'],
  ['/billing/payments', 'financeadmin', 'Billing: Payments', 'P056, P244'],
  ['/lockbox-reprocessing', 'financeadmin', 'Lockbox Adjustments', 'P059, P244, P004'],
  ['/overrides', 'commissionAdmin', 'Commission Overrides', 'P044, P245, P004'],
] as const

describe('back-office router', () => {
  it.each(areas)('opens %s for the role %s and shows the menu item %s [%s]', async (address, role, label, _ids) => {
    vi.mocked(redirectTo).mockClear()
    const screen = await renderBackOffice(address, role)
    await expect.element(screen.getByRole('menuitem', { name: label })).toBeVisible()
    await expect.element(screen.getByRole('table').or(screen.getByRole('grid')).first()).toBeVisible()
    expect(redirectTo).not.toHaveBeenCalled()
  })

  it.each(
    areas.flatMap(([address, role, , ids]) =>
      ['superuser', 'financeadmin', 'commissionAdmin', 'nobody']
        .filter((other) => other !== role)
        .map((other) => [address, other, ids] as const),
    ),
  )('redirects from %s to /unauthorized for the role %s [%s]', async (address, role, _ids) => {
    vi.mocked(redirectTo).mockClear()
    const screen = await renderBackOffice(address, ...(role === 'nobody' ? [] : [role]))
    await expect.poll(() => vi.mocked(redirectTo).mock.lastCall?.[0]).toMatch(/\/unauthorized$/)
    expect(screen.getByRole('table').elements()).toEqual([])
  })

  it('opens /agencies for every staff member [P004]', async () => {
    vi.mocked(redirectTo).mockClear()
    const screen = await renderBackOffice('/agencies')
    await expect.element(screen.getByRole('menuitem', { name: 'Agencies' })).toBeVisible()
    await expect.element(screen.getByRole('table').or(screen.getByRole('grid')).first()).toBeVisible()
    expect(redirectTo).not.toHaveBeenCalled()
  })

  it.each(['/moratoriums/create', '/accounts/create', '/policies/RFL3000102', '/lockbox-reprocessing/1/show'])(
    'redirects from %s to /unauthorized for the role commissionAdmin',
    async (address) => {
      vi.mocked(redirectTo).mockClear()
      await renderBackOffice(address, 'commissionAdmin')
      await expect.poll(() => vi.mocked(redirectTo).mock.lastCall?.[0]).toMatch(/\/unauthorized$/)
    },
  )

  it('redirects the wrongly capitalized role commissionadmin from /overrides to /unauthorized [P240]', async () => {
    vi.mocked(redirectTo).mockClear()
    await renderBackOffice('/overrides', 'commissionadmin')
    await expect.poll(() => vi.mocked(redirectTo).mock.lastCall?.[0]).toMatch(/\/unauthorized$/)
  })
})
