import { getHomePath, paths } from '@tideline/web-kit/paths.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

/** Offers logged-in users a link home, and other users a link to log-in. */
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
