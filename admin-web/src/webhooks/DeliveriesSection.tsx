import { Button, Stack, Typography } from '@mui/material'
import type { AdminWebhookDelivery } from '@tideline/sdk'
import { replayAdminWebhookDelivery } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { DataTable, Pagination, ReferenceManyField, useNotify, usePermissions, useRecordContext } from 'react-admin'
import { paddedBlockStyle } from '../kit/records/RecordLayout.tsx'
import { singleLineRowStyle } from '../kit/tables/columns.tsx'
import { useAction } from '../kit/useAction.ts'
import { deliveryStateLabels } from './labels.ts'

const Column = DataTable.Col<AdminWebhookDelivery>

function ResendButton() {
  const delivery = useRecordContext<AdminWebhookDelivery>()
  const notify = useNotify()
  const again = useAction((id: string) => api.call(replayAdminWebhookDelivery, { path: { id } }), {
    changes: 'everything',
    successMessage: 'The event will be resent.',
    onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }),
  })
  if (!delivery) return null
  return (
    <Button
      size="small"
      loading={again.isBusy}
      aria-label={`Resend ${delivery.type} of ${formatDateTime(delivery.createdAt)}`}
      onClick={() => again.run(delivery.id)}
    >
      Resend
    </Button>
  )
}

const None = () => (
  <Typography sx={{ padding: 2 }} role="status">
    No deliveries yet. Events appear here when they are sent.
  </Typography>
)

/** The deliveries of a webhook endpoint, newest first. */
export function DeliveriesSection() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <Stack spacing={1} sx={paddedBlockStyle}>
      <Typography component="h2" variant="h6">
        Deliveries
      </Typography>
      <ReferenceManyField
        reference="webhookDeliveries"
        target="endpointId"
        sort={{ field: 'createdAt', order: 'DESC' }}
        perPage={10}
        pagination={<Pagination rowsPerPageOptions={[10, 25, 100]} />}
      >
        <DataTable size="small" rowClick={false} bulkActionButtons={false} empty={<None />} sx={singleLineRowStyle}>
          <Column source="createdAt" label="Date" render={({ createdAt }) => formatDateTime(createdAt)} />
          <Column source="type" label="Event" disableSort />
          <Column source="state" label="Status" disableSort render={({ state }) => deliveryStateLabels[state]} />
          <Column source="attempts" label="Attempts" disableSort />
          <Column source="lastError" label="Last error" disableSort render={({ lastError }) => lastError ?? '–'} />
          {roles.includes('readonly') ? null : (
            <Column source="id" label="" disableSort>
              <ResendButton />
            </Column>
          )}
        </DataTable>
      </ReferenceManyField>
    </Stack>
  )
}
