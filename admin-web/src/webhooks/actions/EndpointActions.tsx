import { Button, Stack } from '@mui/material'
import type { AdminWebhookEndpoint } from '@tideline/sdk'
import {
  replayAdminWebhookEndpoint,
  rotateAdminWebhookSecret,
  testAdminWebhookEndpoint,
} from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { usePermissions, useRecordContext } from 'react-admin'
import { Alert } from '../../kit/Alert.tsx'
import { SecretDialog } from '../../kit/dialogs/SecretDialog.tsx'
import { paddedBlockStyle } from '../../kit/records/RecordLayout.tsx'
import { WrappingRow } from '../../kit/records/WrappingRow.tsx'
import { useAction } from '../../kit/useAction.ts'

const getTimeOneDayAgo = () => new Date(Date.now() - 86_400_000).toISOString()

/** Buttons that send a test event, resend the events of the last 24 hours, and rotate the secret. */
export function EndpointActions() {
  const endpoint = useRecordContext<AdminWebhookEndpoint>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const test = useAction((id: string) => api.call(testAdminWebhookEndpoint, { path: { id } }), {
    changes: 'everything',
    successMessage: 'A test event was queued.',
  })
  const replay = useAction(
    (id: string) => api.call(replayAdminWebhookEndpoint, { path: { id }, body: { since: getTimeOneDayAgo() } }),
    { changes: 'everything', successMessage: ({ deliveries }) => `${deliveries} events will be resent.` },
  )
  const rotate = useAction(
    (id: string) => api.call(rotateAdminWebhookSecret, { path: { id }, body: { overlapHours: 24 } }),
    { changes: [] },
  )
  if (!endpoint || roles.includes('readonly')) return null
  const { id } = endpoint
  const problem = test.problem ?? replay.problem ?? rotate.problem
  return (
    <Stack spacing={1} sx={paddedBlockStyle}>
      {problem ? <Alert severity="error">{problem.text}</Alert> : null}
      <WrappingRow>
        <Button variant="outlined" loading={test.isBusy} onClick={() => test.run(id)}>
          Send test event
        </Button>
        <Button variant="outlined" loading={replay.isBusy} onClick={() => replay.run(id)}>
          Resend events from the last 24 hours
        </Button>
        <Button variant="outlined" loading={rotate.isBusy} onClick={() => rotate.run(id)}>
          Rotate secret (old and new both work for 24 hours)
        </Button>
      </WrappingRow>
      {rotate.result ? (
        <SecretDialog
          ownerName={endpoint.name}
          label="Secret"
          secret={rotate.result.secret}
          onClose={() => rotate.reset()}
        />
      ) : null}
    </Stack>
  )
}
