import { useQuery } from '@tanstack/react-query'
import type { PolicyNotification } from '@tideline/sdk'
import { getPolicyEmailOptions } from '@tideline/sdk/query'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'

interface NotificationMailProps {
  policyNo: string
  id: string
  /** Template name of the email. Taken from the notification list, because the URL can contain any text. */
  template: string
  /** Version of the email. The default is the latest. */
  version?: number | undefined
  onBack: () => void
}

/** Shows an email as it was sent. Scripts in its HTML cannot run or access this page. */
export function NotificationEmail({ policyNo, id, template, version, onBack }: NotificationMailProps) {
  const email = useQuery({
    ...getPolicyEmailOptions({
      client: api.client,
      path: { policyNo, template: template as PolicyNotification['template'], id },
      ...(version ? { query: { version } } : {}),
    }),
    meta: { errors: 'inline' },
  })
  return (
    <div className="stack">
      <div className="row">
        <Button variant="quiet" onClick={onBack}>
          Back to the list
        </Button>
      </div>
      <QueryState query={email} height={320} label="Loading the email" problem="The email could not be loaded" />
      {email.data && (
        <>
          <h3>{email.data.payload.subject}</h3>
          <p className="muted">
            To {email.data.payload.recipient}, template {email.data.payload.template}, version{' '}
            {email.data.payload.version}
          </p>
          <iframe
            className="notification-mail"
            title={email.data.payload.subject}
            sandbox=""
            srcDoc={email.data.payload.html}
          />
        </>
      )}
    </div>
  )
}
