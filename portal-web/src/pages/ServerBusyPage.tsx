import { paths } from '@tideline/web-kit/paths.ts'
import { getSafeRedirectPath } from '@tideline/web-kit/session/route-guard.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { useSearchParams } from 'react-router'
import { MessagePage } from './MessagePage.tsx'

/** Page shown when the API responds with 503. Try Again reopens the page that failed. */
export function ServerBusyPage() {
  const [query] = useSearchParams()
  const { supportEmail } = useSettings()
  return (
    <MessagePage title="We are very busy right now">
      <p>
        We’re getting more traffic than usual. Nothing you submitted was lost or duplicated. Please try again in a
        moment.
      </p>
      <div className="row">
        <ButtonLink reloadDocument to={getSafeRedirectPath(query.get('from'), paths.splash())}>
          Try Again
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.splash()}>
          Go Home
        </ButtonLink>
      </div>
      <p className="muted">
        If this keeps happening, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </MessagePage>
  )
}
