import { paths } from '@tideline/web-kit/paths.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { useSearchParams } from 'react-router'
import { MessagePage } from './MessagePage.tsx'

/** Error page with the error message and the policy number from the URL. */
export function ErrorPage() {
  const [query] = useSearchParams()
  const { supportEmail } = useSettings()
  const policyNo = query.get('policyNo')
  return (
    <MessagePage title="Something went wrong">
      {policyNo && <p>Hmm... we had an issue loading policy {policyNo}</p>}
      {query.get('error') && <p>{query.get('error')}</p>}
      <p className="muted">
        If this keeps happening, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <ButtonLink to={policyNo ? paths.policy(policyNo) : paths.splash()}>
        {policyNo ? 'Try Again' : 'Go Home'}
      </ButtonLink>
    </MessagePage>
  )
}
