import { Card } from '@mui/material'
import type { AdminWebhookEndpoint, AdminWebhookEndpointUpdate, AdminWebhookEndpointWrite } from '@tideline/sdk'
import { createAdminWebhookEndpoint } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { AutocompleteArrayInput, BooleanInput, required, SimpleForm, TextInput, Title, useRedirect } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { SecretDialog } from '../kit/dialogs/SecretDialog.tsx'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { EditToolbar } from '../kit/fields/EditToolbar.tsx'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { useAction } from '../kit/useAction.ts'
import { EndpointActions } from './actions/EndpointActions.tsx'
import { DeliveriesSection } from './DeliveriesSection.tsx'
import { eventTypeChoices } from './labels.ts'

const Fields = () => (
  <>
    <TextInput source="name" label="Description" validate={required()} />
    <TextInput
      source="url"
      label="URL"
      type="url"
      helperText="Must start with https:// and be publicly reachable. For local development, set WEBHOOKS_MAY_GO_INSIDE=true on the server to allow http:// and private addresses."
      validate={required()}
      fullWidth
    />
    <AutocompleteArrayInput
      source="types"
      label="Events"
      choices={eventTypeChoices}
      helperText="Leave blank for all events, including new ones."
      fullWidth
    />
  </>
)

const buildRequest = ({ name, url, types, isActive }: AdminWebhookEndpoint): AdminWebhookEndpointUpdate => ({
  ...{ name, url, types, isActive },
})

/** The page of a webhook endpoint with its URL, events and deliveries. */
export const EndpointEdit = () => (
  <RecordEdit title="Webhook endpoint" redirect={false} transform={buildRequest}>
    <SimpleForm
      toolbar={
        <EditToolbar
          confirmTitle="Remove this endpoint?"
          confirmContent="No more events are sent to it, and its delivery log is deleted."
        />
      }
    >
      <Fields />
      <BooleanInput source="isActive" label="Enabled" helperText="Off: no events are sent." />
    </SimpleForm>
    <EndpointActions />
    <DeliveriesSection />
  </RecordEdit>
)

/** The form for a new webhook endpoint. Shows the endpoint's secret once. */
export function EndpointCreate() {
  const redirect = useRedirect()
  const add = useAction(
    ({ name, url, agencyNo, types }: AdminWebhookEndpointWrite) =>
      api.call(createAdminWebhookEndpoint, { body: { name, url, agencyNo: agencyNo || null, types } }),
    { changes: [] },
  )
  const { result } = add
  return (
    <Card sx={{ marginTop: 2 }}>
      <Title title="New webhook endpoint" />
      {add.problem ? (
        <Alert severity="error" sx={{ margin: 2 }}>
          {add.problem.text}
        </Alert>
      ) : null}
      <SimpleForm
        toolbar={<CreateToolbar label="Add endpoint" />}
        defaultValues={{ types: [] }}
        onSubmit={(input: unknown) => add.run(input as AdminWebhookEndpointWrite)}
      >
        <Fields />
        <TextInput source="agencyNo" label="Agency number" helperText="Leave blank for all agencies." />
      </SimpleForm>
      {result ? (
        <SecretDialog
          ownerName={result.endpoint.name}
          label="Secret"
          secret={result.secret}
          onClose={() => redirect('edit', 'webhookEndpoints', result.endpoint.id)}
        />
      ) : null}
    </Card>
  )
}
