import { paths } from '@tideline/web-kit/paths.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

export function NotFoundPage() {
  return (
    <MessagePage title="404 not Found">
      <p>There is no page at this URL. It may have moved, or the link is incomplete.</p>
      <ButtonLink to={paths.splash()}>Go Home</ButtonLink>
    </MessagePage>
  )
}
