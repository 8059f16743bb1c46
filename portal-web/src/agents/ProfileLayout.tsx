import { paths } from '@tideline/web-kit/paths.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Link, Outlet } from 'react-router'

/** The layout of profile pages, with a link to the user's own profile and, for staff, to a new agency. */
export function ProfileLayout() {
  const isInternal = getViewer(useSession()) === 'internal'
  return (
    <div className="stack">
      <nav className="row" aria-label="Profiles">
        <Link to={paths.profile()}>My profile</Link>
        {isInternal && <Link to={paths.newAgent()}>New agency</Link>}
      </nav>
      <Outlet />
    </div>
  )
}
