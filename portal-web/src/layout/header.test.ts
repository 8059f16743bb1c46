import { isExcessFlood } from '@tideline/sdk/words'
import type { Session } from '@tideline/web-kit/session/session.ts'
import { describe, expect, it } from 'vitest'
import { getAccountMenuItems, getHeaderTitle, getRewardBadge, getUserDisplayName } from './header.ts'

const signedIn = (Roles: string, more: object = {}) =>
  ({ accountType: 'agent', data: { Roles, FirstName: 'Avery', LastName: 'Harbor', ...more } }) as Session
const insured = { accountType: 'policyholder', validateReturn: { policy: { insuredName: 'Marina Sample' } } } as Session
const harborview = { agentNo: '100100', isApproved: true, policyCount: 31, rewardLevel: { name: 'Silver' as const } }

describe('headerTitle', () => {
  it.each([
    [1, 'Tideline - Residential'],
    [2, 'Tideline - Commercial'],
    [3, 'Tideline - RCBAP'],
    [4, ''],
    [5, ''],
    [6, 'Tideline - Residential'],
    [7, 'Tideline - Commercial'],
    [8, 'Tideline - RCBAP'],
    [undefined, 'Tideline'],
  ])('returns the title for product %s: "%s" [C011]', (productId, title) =>
    expect(getHeaderTitle('Tideline', productId)).toBe(title),
  )
  it('uses the brand name from the settings [C010]', () => {
    expect(getHeaderTitle('Harbor Demo Mutual', 1)).toBe('Harbor Demo Mutual - Residential')
    expect(getHeaderTitle('Harbor Demo Mutual', undefined)).toBe('Harbor Demo Mutual')
  })
  it('labels products 6, 7, and 8 as excess, but not products 1 to 5 [C013]', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter(isExcessFlood)).toEqual([6, 7, 8])
  })
})

describe('rewardBadge', () => {
  it('returns the reward level of an agent [C014]', () =>
    expect(getRewardBadge(signedIn(''), harborview)).toBe('Silver Agent'))
  it('returns nothing if the policy count or reward level is missing [C015]', () => {
    expect(getRewardBadge(signedIn(''), { ...harborview, policyCount: 0 })).toBeUndefined()
    expect(getRewardBadge(signedIn(''), { ...harborview, rewardLevel: { name: 'None' } })).toBeUndefined()
    expect(getRewardBadge(signedIn(''), { agentNo: '100100', isApproved: true, policyCount: 12 })).toBeUndefined()
  })
  it('returns nothing for internal users [C016]', () => {
    expect(getRewardBadge(signedIn('internal'), harborview)).toBeUndefined()
  })
  it('returns nothing after log-out, even while the agent is cached', () => {
    expect(getRewardBadge(undefined, harborview)).toBeUndefined()
    expect(getRewardBadge(insured, harborview)).toBeUndefined()
  })
  it('returns nothing when promotions are suppressed [C017]', () => {
    expect(getRewardBadge(signedIn('', { SuppressPromotionView: true }), harborview)).toBeUndefined()
  })
})

describe('getAccountMenuItems', () => {
  it('returns the profile and, outside production, the password change for agents [C025] [C028]', () => {
    expect(getAccountMenuItems(signedIn(''), { isProduction: false })).toEqual([
      'User Profile',
      'Change Password',
      'Sign Out',
    ])
    expect(getAccountMenuItems(signedIn(''), { isProduction: true })).toEqual(['User Profile', 'Sign Out'])
  })
  it('returns the back office and bulk upload but no password change for internal users [C026] (UI-35)', () => {
    expect(getAccountMenuItems(signedIn('internal'), { isProduction: false })).toEqual([
      'User Profile',
      'Back Office',
      'Bulk Upload',
      'Sign Out',
    ])
  })
  it('returns no menu for policyholders, only their name [C029]', () => {
    expect(getAccountMenuItems(insured, { isProduction: false })).toEqual([])
    expect(getUserDisplayName(insured)).toBe('Marina Sample')
  })
})
