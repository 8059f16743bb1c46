import { getHomePath, paths } from '@tideline/web-kit/paths.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

/** Page for users without access. Links to the home page if the user is logged in, otherwise to log-in. */
export function UnauthorizedPage() {
  const session = useSession()
  return (
    <MessagePage title="Unauthorized">
      <p>You have not been authorized to view this page.</p>
      {session ? (
        <ButtonLink to={getHomePath(getViewer(session))}>Go home</ButtonLink>
      ) : (
        <ButtonLink to={paths.login()}>Log in</ButtonLink>
      )}
    </MessagePage>
  )
}
