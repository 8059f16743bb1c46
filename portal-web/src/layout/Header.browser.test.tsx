import { createHandOff, getProfile, getPublicSettings } from '@tideline/sdk/operations'
import { setReloadFunction } from '@tideline/web-kit/session/navigation.ts'
import { readSession, type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { Header } from './Header.tsx'
import './layout.css'

const later = '2099-01-01T00:00:00.000Z'
const staff = {
  AgentId: '5b1c2d3e-0000-4000-8000-000000000001',
  Email: 'agent@example.com',
  Roles: '',
  Company: 'Harborview Demo Insurance',
  accountType: 'agent',
  FirstName: 'Avery',
  LastName: 'Harbor',
  SuppressPromotionView: false,
} as NonNullable<Session['data']>

const signIn = (data: Partial<NonNullable<Session['data']>> = {}) =>
  writeSession({ accountType: 'agent', token: 'token', expiresAt: later, user: 'agent', data: { ...staff, ...data } })

const signInInsured = (insuredName = 'Marina Sample') =>
  writeSession({
    accountType: 'policyholder',
    token: 'token',
    expiresAt: later,
    user: 'insured',
    validateReturn: { policy: { insuredName } } as NonNullable<Session['validateReturn']>,
  })

const outsideProduction = (isProduction = false) => {
  const settings = getExample(getPublicSettings)
  respondWith(getPublicSettings, { ...settings, payload: { ...settings.payload, brand: 'Tideline', isProduction } })
}

const withReward = (level: string, policyCount = 31) => {
  const profile = getExample(getProfile)
  respondWith(getProfile, {
    ...profile,
    payload: {
      ...profile.payload,
      agent: { agentNo: '100100', isApproved: true, policyCount, rewardLevel: { name: level } },
    },
  } as typeof profile)
}

function HeaderOf({ productId }: { productId?: number }) {
  useSetCurrentProduct(productId)
  return <Header />
}

describe('header', () => {
  afterEach(() => page.viewport(1280, 800))

  it.each([
    ['an earthquake policy', 4],
    ['an excess flood policy', 7],
  ])('fits a phone with the title of %s and all links', async (_, productId) => {
    await page.viewport(390, 800)
    outsideProduction()
    signIn({ Roles: 'financeadmin' })
    const screen = await renderScreen(<HeaderOf productId={productId} />)
    await expect.element(screen.getByRole('link', { name: 'Statements' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Avery Harbor' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  it.each([320, 390])('shows the whole name of a policyholder with a long name (%i px)', async (width) => {
    await page.viewport(width, 800)
    outsideProduction()
    signInInsured('Maximiliana Featherstonehaugh-Placeholder-Longname')
    const screen = await renderScreen(<HeaderOf productId={4} />)
    await expect.element(screen.getByText('Featherstonehaugh', { exact: false })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
  })

  it.each([
    [1, 'Tideline - Residential'],
    [2, 'Tideline - Commercial'],
    [3, 'Tideline - RCBAP'],
    [6, 'Tideline - Residential'],
    [7, 'Tideline - Commercial'],
    [8, 'Tideline - RCBAP'],
  ])('shows the title for product %s as "%s" [C011]', async (productId, title) => {
    outsideProduction()
    const screen = await renderScreen(<HeaderOf productId={productId} />)
    await expect.element(screen.getByText(title, { exact: true })).toBeVisible()
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('shows whether product %s is excess [C013]', async (productId) => {
    outsideProduction()
    const screen = await renderScreen(<HeaderOf productId={productId} />)
    await expect.element(screen.getByRole('banner')).toBeVisible()
    await waitForPaint()
    const badge = screen.getByText('Excess', { exact: true })
    if (productId >= 6) await expect.element(badge).toBeVisible()
    else await expect.element(badge).not.toBeInTheDocument()
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'shows whether product %s is flood, excess, or earthquake [D013]',
    async (productId) => {
      outsideProduction()
      const screen = await renderScreen(<HeaderOf productId={productId} />)
      const line = [4, 5].includes(productId) ? 'JumpStart Parametric Earthquake' : /^Tideline - /
      await expect.element(screen.getByText(line)).toBeVisible()
      expect(screen.getByText('Excess', { exact: true }).elements()).toHaveLength(productId >= 6 ? 1 : 0)
      expect(screen.getByText(/Earthquake/).elements()).toHaveLength([4, 5].includes(productId) ? 1 : 0)
    },
  )
})

describe('reward badge', () => {
  it.each(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'])('shows the reward level %s [C014]', async (level) => {
    signIn()
    withReward(level)
    const screen = await renderScreen(<Header />)
    await expect.element(screen.getByText(`${level} Agent`, { exact: true })).toBeVisible()
  })

  it.each([
    ['without a policy count [C015]', 'Gold', 0, {}],
    ['with the level None [C015]', 'None', 31, {}],
    ['for internal users [C016]', 'Gold', 31, { Roles: 'internal' }],
    ['when promotions are suppressed [C017]', 'Gold', 31, { SuppressPromotionView: true }],
  ])('is hidden %s', async (_, level, count, data) => {
    signIn(data)
    withReward(level, count)
    const screen = await renderScreen(<Header />)
    // Waits for the menu, which appears after the profile has been requested. Until then, a missing badge would prove
    // nothing.
    await expect.element(screen.getByRole('button', { name: 'Avery Harbor' })).toBeVisible()
    await expect.element(screen.getByText(/ Agent$/)).not.toBeInTheDocument()
  })
})

describe('account menu', () => {
  it.each([
    ['agents outside production [C025] [C026] [C028]', '', false, ['User Profile', 'Change Password', 'Sign Out']],
    ['agents in production [C028]', '', true, ['User Profile', 'Sign Out']],
    [
      'internal staff [C025] [C026] [C028]',
      'internal',
      false,
      ['User Profile', 'Back Office', 'Bulk Upload', 'Sign Out'],
    ],
  ])('shows the items for %s', async (_, Roles, isProduction, items) => {
    outsideProduction(isProduction)
    signIn({ Roles })
    const screen = await renderScreen(<Header />)
    await screen.getByRole('button', { name: 'Avery Harbor' }).click()
    await expect.element(screen.getByRole('menuitem').first()).toBeVisible()
    await expect
      .poll(() =>
        screen
          .getByRole('menuitem')
          .elements()
          .map((item) => item.firstChild?.textContent),
      )
      .toEqual(items)
  })

  it("opens the server's bulk upload link in a new tab for staff [C027]", async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    outsideProduction()
    signIn({ Roles: 'internal' })
    const expiry = Date.now() + 30 * 60_000
    const token = btoa(`sealed.TD${expiry}`)
    const { payload, ...rest } = getExample(createHandOff)
    const link = `/bulkUpload?token=${encodeURIComponent(token)}`
    respondWith(createHandOff, { ...rest, payload: { ...payload, token, link } })
    const screen = await renderScreen(<Header />)
    await screen.getByRole('button', { name: 'Avery Harbor' }).click()
    await screen.getByRole('menuitem', { name: /^Bulk Upload/ }).click()
    await expect.poll(() => tab.location.href).toBe(link)
    expect(openTab).toHaveBeenCalledWith('', '_blank')
    expect(await getRequests(createHandOff)[0]?.json()).toEqual({ target: 'bulkUpload' })
    vi.restoreAllMocks()
  })

  it('requires confirmation to sign out, then clears the session and reloads the page [D103] [D104]', async () => {
    const reload = vi.fn()
    setReloadFunction(reload)
    outsideProduction()
    signIn()
    const screen = await renderScreen(<Header />)
    const choose = async (name: string) => {
      await screen.getByRole('button', { name: 'Avery Harbor' }).click()
      await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
      const sure = screen
        .getByRole('alertdialog', { name: 'Please Confirm' })
        .or(screen.getByRole('dialog', { name: 'Please Confirm' }))
      await expect.element(sure.getByText('Are you sure you want to sign out?')).toBeVisible()
      await sure.getByRole('button', { name, exact: true }).click()
    }
    await choose('No')
    expect(readSession()?.accountType).toBe('agent')
    expect(reload).not.toHaveBeenCalled()
    await choose('Yes')
    await expect.poll(() => readSession()).toBeUndefined()
    await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/login')
    await expect.poll(() => reload.mock.calls).toHaveLength(1)
  })

  it('is hidden from policyholders, who see only their name [C029]', async () => {
    outsideProduction()
    signInInsured()
    const screen = await renderScreen(<Header />)
    await expect.element(screen.getByText('Marina Sample', { exact: true })).toBeVisible()
    expect(screen.getByRole('banner').getByRole('button').elements()).toEqual([])
    expect(screen.getByRole('menuitem').elements()).toEqual([])
  })
})
