import type { Profile } from '@tideline/sdk'
import { isEarthquake, productOf } from '@tideline/sdk/words'
import { getRoles, getViewer } from '@tideline/web-kit/session/roles.ts'
import type { Session } from '@tideline/web-kit/session/session.ts'

export const jumpStartTitle = 'JumpStart Parametric Earthquake'

const classNames = { residential: 'Residential', commercial: 'Commercial', rcbap: 'RCBAP' } as const

/** The header's title: the brand with the product line, blank for earthquake, whose own title is shown. */
export function headerTitle(brand: string, productId: number | undefined) {
  const product = productOf(productId)
  if (isEarthquake(productId)) return ''
  return product ? `${brand} - ${classNames[product.class]}` : brand
}

/** `Gold Agent`, for agents with a count and a level other than None; never for internal users (AGY-2). */
export function rewardBadge(session: Session | undefined, agent: Profile['agent']) {
  // What was read of an agent outlives the session in the cache.
  if (session?.accountType !== 'agent') return undefined
  const level = agent?.rewardLevel?.name
  if (!agent?.policyCount || !level || level === 'None') return undefined
  if (getViewer(session) !== 'agent' || session.data?.SuppressPromotionView) return undefined
  return `${level} Agent`
}

export type MenuItem = 'User Profile' | 'Bulk Upload' | 'Change Password' | 'Sign Out'

/** The header's menu by role; insureds have none, they see only their name. */
export function getMenu(session: Session | undefined, deployment: { isProduction: boolean }): MenuItem[] {
  if (!session || session.accountType === 'policyholder') return []
  const isInternal = getRoles(session).has('internal')
  return [
    'User Profile',
    ...(isInternal ? (['Bulk Upload'] as const) : []),
    ...(!isInternal && !deployment.isProduction ? (['Change Password'] as const) : []),
    'Sign Out',
  ]
}

/** Whose name the header shows. */
export function getName(session: Session | undefined) {
  const { FirstName, LastName } = session?.data ?? {}
  return session?.validateReturn?.policy.insuredName ?? [FirstName, LastName].filter(Boolean).join(' ')
}
