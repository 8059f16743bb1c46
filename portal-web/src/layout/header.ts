import type { Profile } from '@tideline/sdk'
import { rolesOf, viewerOf } from '@tideline/web-kit/session/roles.ts'
import type { Session } from '@tideline/web-kit/session/session.ts'

export const jumpStartTitle = 'JumpStart Parametric Earthquake'

/** The header's title (spec 1 §1): the brand with the product line, blank for earthquake, whose own title is shown. */
export function headerTitle(brand: string, productId: number | undefined) {
  if (productId === 4 || productId === 5) return ''
  if (productId === 3 || productId === 8) return `${brand} - RCBAP`
  if (productId === 1 || productId === 6) return `${brand} - Residential`
  if (productId === 2 || productId === 7) return `${brand} - Commercial`
  return brand
}

export const isExcess = (productId: number | undefined) => productId === 6 || productId === 7 || productId === 8
export const isEarthquake = (productId: number | undefined) => productId === 4 || productId === 5

/** `Gold Agent`, for agents with a count and a level other than None; never for internal users (spec 1 §1). */
export function rewardBadge(session: Session | undefined, agent: Profile['agent']) {
  // What was read of an agent outlives the session in the cache.
  if (session?.accountType !== 'agent') return undefined
  const level = agent?.rewardLevel?.name
  if (!agent?.policyCount || !level || level === 'None') return undefined
  if (viewerOf(session) !== 'agent' || session.data?.SuppressPromotionView) return undefined
  return `${level} Agent`
}

export type MenuItem = 'User Profile' | 'Bulk Upload' | 'Change Password' | 'Sign Out'

/** The header's menu by role (spec 1 §2); insureds have none, they see only their name. */
export function menuOf(session: Session | undefined, deployment: { isProduction: boolean }): MenuItem[] {
  if (!session || session.accountType === 'policyholder') return []
  const isInternal = rolesOf(session).has('internal')
  return [
    'User Profile',
    ...(isInternal ? (['Bulk Upload'] as const) : []),
    ...(!isInternal && !deployment.isProduction ? (['Change Password'] as const) : []),
    'Sign Out',
  ]
}

/** Whose name the header shows. */
export function nameOf(session: Session | undefined) {
  const { FirstName, LastName } = session?.data ?? {}
  return session?.validateReturn?.policy.insuredName ?? [FirstName, LastName].filter(Boolean).join(' ')
}
