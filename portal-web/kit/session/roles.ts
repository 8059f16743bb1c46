import { readSession, type Session, writeSession } from './session.ts'

/** Returns the roles, lowercased and without empty entries (ACC-2). */
export const getRoles = (session: Session | undefined): ReadonlySet<string> =>
  new Set(
    (session?.data?.Roles ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter(Boolean),
  )

/** Returns whether the user has the role commissionAdmin. The comparison is case-sensitive (ACC-2). */
export const isCommissionAdmin = (session: Session | undefined) =>
  (session?.data?.Roles ?? '').split(',').includes('commissionAdmin')

export type ViewerKind = 'agent' | 'insured' | 'internal'

/**
 * Returns the kind of user, which determines what the screens show. The server decides what the user is allowed to do
 * (`can`).
 */
export function getViewer(session: Session | undefined): ViewerKind {
  if (session?.accountType === 'policyholder') return 'insured'
  return getRoles(session).has('internal') ? 'internal' : 'agent'
}

/** Returns the session with the role `internal` added or removed. */
export function withInternalRoleToggled(session: Session): Session {
  if (!session.data) return session
  const roles = session.data.Roles.split(',').map((role) => role.trim())
  const others = roles.filter((role) => role && role.toLowerCase() !== 'internal')
  const isInternal = getRoles(session).has('internal')
  return { ...session, data: { ...session.data, Roles: [...others, ...(isInternal ? [] : ['internal'])].join(',') } }
}

/** Adds or removes the role `internal` in this browser, for developers. Permissions in the API do not change. */
export function toggleInternalRole() {
  const session = readSession()
  if (session) writeSession(withInternalRoleToggled(session))
}
