import { getPolicyPath } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useNavigate, useParams } from 'react-router'
import { NotificationEmail } from './NotificationEmail.tsx'

/**
 * Page for one email of a policy: `notifications/emailNotifications/:id/:path/:version?`, where `path` is the template
 * name. Also used by the back office.
 */
export function NotificationEmailPage({ policyNo }: { policyNo?: string }) {
  usePageTitle('Notification')
  const params = useParams()
  const session = useSession()
  const navigate = useNavigate()
  const of = policyNo ?? params.policyNo ?? ''
  const list = policyNo
    ? `/policies/${encodeURIComponent(of)}/notifications`
    : `${getPolicyPath(session?.accountType, of)}/notifications`
  const version = Number(params.version)
  return (
    <div className="stack">
      <h1>Notification</h1>
      <NotificationEmail
        policyNo={of}
        id={params.id ?? ''}
        template={params.path ?? ''}
        version={Number.isInteger(version) && version > 0 ? version : undefined}
        onBack={() => void navigate(list)}
      />
    </div>
  )
}

/** Renders the page for the email in the URL. */
export const NotificationEmailRoute = () => <NotificationEmailPage />
