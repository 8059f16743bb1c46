import { type Theme, Typography, useMediaQuery } from '@mui/material'
import type { AdminWebhookEndpoint } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { DataTable, List, NullableBooleanInput, SearchInput, SimpleList, TextInput } from 'react-admin'
import { oneLine } from '../fields.tsx'
import { ListActions } from '../ListActions.tsx'
import { standing } from './words.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or address" />,
  <NullableBooleanInput key="isActive" source="isActive" label="Switched on" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency no." />,
]

const None = () => (
  <Typography sx={{ padding: 4 }} role="status">
    No address fits. Add one to have a program told of what happens: each event is signed and sent there once it is
    taken.
  </Typography>
)

const whose = ({ agencyNo }: AdminWebhookEndpoint) => agencyNo ?? 'Everybody'
const Column = DataTable.Col<AdminWebhookEndpoint>

/** Where events are sent, and whether they are taken there. */
export default function EndpointList() {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <List
      title="Webhooks"
      actions={<ListActions create="Add an address" />}
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={25}
      empty={false}
    >
      {isPhone ? (
        <SimpleList<AdminWebhookEndpoint>
          primaryText={({ name }) => name}
          secondaryText={({ url }) => url}
          tertiaryText={standing}
          rowClick="edit"
          empty={<None />}
        />
      ) : (
        <DataTable size="small" rowClick="edit" bulkActionButtons={false} empty={<None />} sx={oneLine}>
          <Column source="name" label="For" />
          <Column source="url" label="Address" disableSort />
          <Column source="agencyNo" label="Events of" disableSort render={whose} />
          <Column source="isActive" label="Standing" disableSort render={standing} />
          <Column source="createdAt" label="Added" render={({ createdAt }) => day(createdAt)} />
        </DataTable>
      )}
    </List>
  )
}
