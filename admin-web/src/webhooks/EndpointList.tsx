import { Typography } from '@mui/material'
import type { AdminWebhookEndpoint } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { DataTable, NullableBooleanInput, SearchInput, TextInput } from 'react-admin'
import { BookList } from '../tables/BookList.tsx'
import { Tag } from '../tables/StateChip.tsx'
import { standing, standingLooks } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or address" />,
  <NullableBooleanInput key="isActive" source="isActive" label="Enabled" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency no." />,
]

const None = () => (
  <Typography sx={{ padding: 4 }} role="status">
    No matching endpoints. Add one to receive signed events.
  </Typography>
)

const whose = ({ agencyNo }: AdminWebhookEndpoint) => agencyNo ?? 'Everybody'
const Column = DataTable.Col<AdminWebhookEndpoint>

/** The list of webhook endpoints with their status. */
export default function EndpointList() {
  return (
    <BookList<AdminWebhookEndpoint>
      title="Webhooks"
      noun={['address', 'addresses']}
      create="Add endpoint"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      opens="edit"
      empty={<None />}
    >
      <Column source="name" label="For" />
      <Column source="url" label="Address" disableSort />
      <Column source="agencyNo" label="Events of" disableSort render={whose} />
      <Column
        source="isActive"
        label="Standing"
        disableSort
        render={(endpoint) => <Tag word={standing(endpoint)} look={standingLooks[standing(endpoint)]} />}
      />
      <Column source="createdAt" label="Added" render={({ createdAt }) => day(createdAt)} />
    </BookList>
  )
}
