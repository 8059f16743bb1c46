import { readSession, type Session, writeSession } from './session.ts'

/** The roles, lowercased, blanks dropped (ACC-2). */
export const getRoles = (session: Session | undefined): ReadonlySet<string> =>
  new Set(
    (session?.data?.Roles ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter(Boolean),
  )

/** commissionAdmin is compared as written, against the raw list (ACC-2). */
export const isCommissionAdmin = (session: Session | undefined) =>
  (session?.data?.Roles ?? '').split(',').includes('commissionAdmin')

export type ViewerKind = 'agent' | 'insured' | 'internal'

/** How the screens see this user; what may be done is the server's answer (`can`), not this. */
export function getViewer(session: Session | undefined): ViewerKind {
  if (session?.accountType === 'policyholder') return 'insured'
  return getRoles(session).has('internal') ? 'internal' : 'agent'
}

/** The session with the role `internal` taken away, or given where it was not; other roles stay as they are. */
export function withInternalToggled(session: Session): Session {
  if (!session.data) return session
  const roles = session.data.Roles.split(',').map((role) => role.trim())
  const others = roles.filter((role) => role && role.toLowerCase() !== 'internal')
  const isInternal = getRoles(session).has('internal')
  return { ...session, data: { ...session.data, Roles: [...others, ...(isInternal ? [] : ['internal'])].join(',') } }
}

/** For developers: changes what this browser shows, and never what the API allows. */
export function toggleInternal() {
  const session = readSession()
  if (session) writeSession(withInternalToggled(session))
}
