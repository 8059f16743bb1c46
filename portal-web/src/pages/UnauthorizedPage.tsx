import { paths } from '@tideline/web-kit/paths.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

export function UnauthorizedPage() {
  return (
    <MessagePage title="Unauthorized">
      <p>You have not been authorized to view this page.</p>
      <ButtonLink to={paths.login()}>Log in</ButtonLink>
    </MessagePage>
  )
}
