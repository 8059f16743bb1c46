import type { AdminWebhookEndpoint } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { DataTable, SearchInput, TextInput } from 'react-admin'
import { BooleanFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { endpointStatusTones, getEndpointStatus } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Description or URL" />,
  <BooleanFilter key="isActive" source="isActive" label="Enabled" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency number" />,
]

const formatAgency = ({ agencyNo }: AdminWebhookEndpoint) => agencyNo ?? 'All agencies'
const Column = DataTable.Col<AdminWebhookEndpoint>

/** The list of webhook endpoints with their status. */
export default function EndpointList() {
  return (
    <ResourceList<AdminWebhookEndpoint>
      title="Webhooks"
      noun={['endpoint', 'endpoints']}
      emptyHint="Endpoints that receive signed events appear here."
      create="Add endpoint"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick="edit"
    >
      <Column source="name" label="Description" />
      <Column source="url" label="URL" disableSort />
      <Column source="agencyNo" label="Agency" disableSort render={formatAgency} />
      <Column
        source="isActive"
        label="Status"
        disableSort
        render={(endpoint) => (
          <StateTag word={getEndpointStatus(endpoint)} tone={endpointStatusTones[getEndpointStatus(endpoint)]} />
        )}
      />
      <Column source="createdAt" label="Added" render={({ createdAt }) => formatDate(createdAt)} />
    </ResourceList>
  )
}
