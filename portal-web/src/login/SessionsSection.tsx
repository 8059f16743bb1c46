import { useQuery } from '@tanstack/react-query'
import type { AccountSession } from '@tideline/sdk'
import { endSession } from '@tideline/sdk/operations'
import { listSessionsOptions } from '@tideline/sdk/query'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { useState } from 'react'

function SignOutDialog({ session, onClose }: { session: AccountSession; onClose: () => void }) {
  const { sessionId, device } = session
  const end = useAction(() => api.call(endSession, { path: { sessionId } }), {
    changes: ['listSessions'],
    successToast: 'The device was logged out.',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Log out this device?"
      size="small"
      submitLabel="Log out"
      busyLabel="Logging out…"
      isBusy={end.isBusy}
      problem={end.problem}
      onSubmit={() => end.run()}
      onClose={onClose}
    >
      <p>{device} has to log in again.</p>
    </FormDialog>
  )
}

/** The account's sessions. All except the current one can be logged out here. */
export function SessionsSection() {
  const [leaving, setLeaving] = useState<AccountSession>()
  const sessions = useQuery({ ...listSessionsOptions({ client: api.client }), meta: { errors: 'quiet' } })
  return (
    <>
      <Section title="Where you are logged in" subject="your devices" rows={2} query={sessions}>
        {({ payload }) => (
          <ul className="devices">
            {payload.map((session) => (
              <li key={session.sessionId}>
                <div>
                  <strong>{session.device}</strong> {session.isCurrent && <Badge tone="success">This device</Badge>}
                  <div className="muted">
                    Since <DateText value={session.createdAt} />, last used <DateText value={session.lastUsedAt} />
                  </div>
                </div>
                {!session.isCurrent && (
                  <Button
                    variant="secondary"
                    onClick={() => setLeaving(session)}
                    aria-label={`Log out ${session.device}`}
                  >
                    Log out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {leaving && <SignOutDialog session={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
