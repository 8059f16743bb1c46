import { readSession, type Session, writeSession } from './session.ts'

/** Returns the roles, lowercased and without empty entries (ACC-2). */
export const getRoles = (session: Session | undefined): ReadonlySet<string> =>
  new Set(
    (session?.data?.Roles ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter(Boolean),
  )

/** Returns true for the role commissionAdmin, compared as written in the raw list (ACC-2). */
export const isCommissionAdmin = (session: Session | undefined) =>
  (session?.data?.Roles ?? '').split(',').includes('commissionAdmin')

export type ViewerKind = 'agent' | 'insured' | 'internal'

/** Returns how the screens treat this user. The server (`can`) decides what the user may do. */
export function getViewer(session: Session | undefined): ViewerKind {
  if (session?.accountType === 'policyholder') return 'insured'
  return getRoles(session).has('internal') ? 'internal' : 'agent'
}

/** Returns the session with the role `internal` removed, or added if it was missing. Other roles do not change. */
export function withInternalRoleToggled(session: Session): Session {
  if (!session.data) return session
  const roles = session.data.Roles.split(',').map((role) => role.trim())
  const others = roles.filter((role) => role && role.toLowerCase() !== 'internal')
  const isInternal = getRoles(session).has('internal')
  return { ...session, data: { ...session.data, Roles: [...others, ...(isInternal ? [] : ['internal'])].join(',') } }
}

/** For developers: changes what this browser shows, but not what the API allows. */
export function toggleInternalRole() {
  const session = readSession()
  if (session) writeSession(withInternalRoleToggled(session))
}
