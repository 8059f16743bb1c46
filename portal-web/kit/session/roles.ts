import type { Session } from './session.ts'

/** The roles, lowercased, blanks dropped (spec 3 §6). */
export const rolesOf = (session: Session | undefined): ReadonlySet<string> =>
  new Set(
    (session?.data?.Roles ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter(Boolean),
  )

/** commissionAdmin is compared as written, against the raw list (spec 3 §6). */
export const isCommissionAdmin = (session: Session | undefined) =>
  (session?.data?.Roles ?? '').split(',').includes('commissionAdmin')

export type ViewerKind = 'agent' | 'insured' | 'internal'

/** How the screens see this user; what may be done is the server's answer (`can`), not this. */
export function viewerOf(session: Session | undefined): ViewerKind {
  if (session?.accountType === 'policyholder') return 'insured'
  return rolesOf(session).has('internal') ? 'internal' : 'agent'
}
