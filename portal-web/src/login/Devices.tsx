import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountSession } from '@tideline/sdk'
import { endSession } from '@tideline/sdk/operations'
import { listSessionsOptions, listSessionsQueryKey } from '@tideline/sdk/query'
import { useState } from 'react'
import { api } from '../session/api.ts'
import { messageOf } from '../session/api-errors.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Day } from '../ui/Day.tsx'
import { QueryFace } from '../ui/QueryFace.tsx'
import { toast } from '../ui/toasts.ts'

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
