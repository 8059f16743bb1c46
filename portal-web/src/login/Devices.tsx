import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountSession } from '@tideline/sdk'
import { endSession } from '@tideline/sdk/operations'
import { listSessionsOptions, listSessionsQueryKey } from '@tideline/sdk/query'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'

/** Where the account is signed in; any place but this one can be signed out from here. */
export function Devices() {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<AccountSession>()
  const sessions = useQuery({ ...listSessionsOptions({ client: api.client }), meta: { errors: 'face' } })
  const end = useMutation({
    mutationFn: ({ sessionId }: AccountSession) => api.call(endSession, { path: { sessionId } }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: listSessionsQueryKey({ client: api.client }) })
      toast({ tone: 'success', title: 'The device was signed out.' })
      setLeaving(undefined)
    },
  })
  return (
    <Card title="Where you are signed in">
      <QueryFace query={sessions} lines={2} label="Loading your devices" problem="Your devices could not be loaded" />
      <ul className="devices">
        {sessions.data?.payload.map((session) => (
          <li key={session.sessionId}>
            <div>
              <strong>{session.device}</strong> {session.isCurrent && <Badge tone="success">This device</Badge>}
              <div className="muted">
                Since <Day value={session.createdAt} />, last used <Day value={session.lastUsedAt} />
              </div>
            </div>
            {!session.isCurrent && (
              <Button variant="secondary" onClick={() => setLeaving(session)} aria-label={`Sign out ${session.device}`}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title="Sign out this device?"
        confirmLabel="Sign out"
        busy={end.isPending}
        error={end.isError ? messageOf(end.error) : undefined}
        onConfirm={() => leaving && end.mutate(leaving)}
      >
        <p>{leaving?.device} has to log in again.</p>
      </ConfirmDialog>
    </Card>
  )
}
