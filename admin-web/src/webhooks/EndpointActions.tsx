import { Alert, Button, Stack } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminWebhookEndpoint } from '@tideline/sdk'
import {
  replayAdminWebhookEndpoint,
  rotateAdminWebhookSecret,
  testAdminWebhookEndpoint,
} from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify, usePermissions, useRecordContext, useRefresh } from 'react-admin'
import { SecretDialog } from '../kit/dialogs/SecretDialog.tsx'

const getTimeOneDayAgo = () => new Date(Date.now() - 86_400_000).toISOString()

/** Buttons that send a test event, resend the events of the last 24 hours, and rotate the secret. */
export function EndpointActions() {
  const endpoint = useRecordContext<AdminWebhookEndpoint>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const notify = useNotify()
  const refresh = useRefresh()
  const after = (text: string) => {
    notify(text, { type: 'success' })
    refresh()
  }
  const test = useMutation({
    mutationFn: (id: string) => api.call(testAdminWebhookEndpoint, { path: { id } }),
    onSuccess: () => after('A test event was queued.'),
  })
  const replay = useMutation({
    mutationFn: (id: string) =>
      api.call(replayAdminWebhookEndpoint, { path: { id }, body: { since: getTimeOneDayAgo() } }),
    onSuccess: ({ deliveries }) => after(`${deliveries} events will be resent.`),
  })
  const rotate = useMutation({
    mutationFn: (id: string) => api.call(rotateAdminWebhookSecret, { path: { id }, body: { overlapHours: 24 } }),
  })
  if (!endpoint || roles.includes('readonly')) return null
  const { id } = endpoint
  const problem = test.error ?? replay.error ?? rotate.error
  return (
    <Stack spacing={1} sx={{ padding: 2 }}>
      {problem ? <Alert severity="error">{problem.message}</Alert> : null}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" loading={test.isPending} onClick={() => test.mutate(id)}>
          Send a test
        </Button>
        <Button variant="outlined" loading={replay.isPending} onClick={() => replay.mutate(id)}>
          Resend last 24 hours
        </Button>
        <Button variant="outlined" loading={rotate.isPending} onClick={() => rotate.mutate(id)}>
          Rotate secret (old and new both work for 24 hours)
        </Button>
      </Stack>
      {rotate.data ? (
        <SecretDialog
          ownerName={endpoint.name}
          label="Secret"
          secret={rotate.data.secret}
          onClose={() => rotate.reset()}
        />
      ) : null}
    </Stack>
  )
}
