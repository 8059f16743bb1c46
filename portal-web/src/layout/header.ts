import type { Profile } from '@tideline/sdk'
import { findProduct, isEarthquake } from '@tideline/sdk/words'
import { getRoles, getViewer } from '@tideline/web-kit/session/roles.ts'
import type { Session } from '@tideline/web-kit/session/session.ts'

export const jumpStartTitle = 'JumpStart Parametric Earthquake'

const classNames = { residential: 'Residential', commercial: 'Commercial', rcbap: 'RCBAP' } as const

/**
 * Returns the header title: the brand and product line. Returns an empty string for earthquake products, which have
 * their own title.
 */
export function getHeaderTitle(brand: string, productId: number | undefined) {
  const product = findProduct(productId)
  if (isEarthquake(productId)) return ''
  return product ? `${brand} - ${classNames[product.class]}` : brand
}

/**
 * Returns an agent's reward badge, such as `Gold Agent`. Returns undefined for internal users, for agents without
 * policies, and for the level None (AGY-2).
 */
export function getRewardBadge(session: Session | undefined, agent: Profile['agent']) {
  // Checks the session because the cached profile remains after log-out.
  if (session?.accountType !== 'agent') return undefined
  const level = agent?.rewardLevel?.name
  if (!agent?.policyCount || !level || level === 'None') return undefined
  if (getViewer(session) !== 'agent' || session.data?.SuppressPromotionView) return undefined
  return `${level} Agent`
}

export type AccountMenuItem = 'User Profile' | 'Back Office' | 'Bulk Upload' | 'Change Password' | 'Sign Out'

/** Returns the menu items by role. Policyholders have no menu and see only their name. */
export function getAccountMenuItems(
  session: Session | undefined,
  deployment: { isProduction: boolean },
): AccountMenuItem[] {
  if (!session || session.accountType === 'policyholder') return []
  const isInternal = getRoles(session).has('internal')
  return [
    'User Profile',
    ...(isInternal ? (['Back Office', 'Bulk Upload'] as const) : []),
    ...(!isInternal && !deployment.isProduction ? (['Change Password'] as const) : []),
    'Sign Out',
  ]
}

export function getUserDisplayName(session: Session | undefined) {
  const { FirstName, LastName } = session?.data ?? {}
  return session?.validateReturn?.policy.insuredName ?? [FirstName, LastName].filter(Boolean).join(' ')
}
