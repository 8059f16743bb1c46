import { type Theme, Typography, useMediaQuery } from '@mui/material'
import type { AdminAccount } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { DataTable, List, NullableBooleanInput, SearchInput, SelectInput, SimpleList, TextInput } from 'react-admin'
import { oneLine } from '../fields.tsx'
import { ListActions } from '../ListActions.tsx'
import { roles } from './words.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or email" />,
  <SelectInput key="role" source="role" choices={roles.map(({ id }) => ({ id, name: id }))} alwaysOn />,
  <NullableBooleanInput key="isActive" source="isActive" label="May log in" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency no." />,
]

const Nobody = () => (
  <Typography sx={{ padding: 4 }} role="status">
    Nobody fits these filters. Take one away, or search by name or email.
  </Typography>
)

const nameOf = ({ firstName, lastName }: AdminAccount) => `${firstName} ${lastName}`
const standing = ({ isActive }: AdminAccount) => (isActive ? 'May log in' : 'Switched off')
const Column = DataTable.Col<AdminAccount>

/** Everybody who can log in; filters, sort and page stand in the address. */
export default function AccountList() {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <List
      title="Accounts"
      actions={<ListActions create="Invite somebody" />}
      filters={filters}
      sort={{ field: 'email', order: 'ASC' }}
      perPage={25}
      empty={false}
    >
      {isPhone ? (
        <SimpleList<AdminAccount>
          primaryText={nameOf}
          secondaryText={({ email }) => email}
          tertiaryText={standing}
          rowClick="edit"
          empty={<Nobody />}
        />
      ) : (
        <DataTable size="small" rowClick="edit" bulkActionButtons={false} empty={<Nobody />} sx={oneLine}>
          <Column source="email" label="Email" />
          <Column source="lastName" label="Name" render={nameOf} />
          <Column source="agencyNo" label="Agency" disableSort render={({ agencyNo }) => agencyNo ?? 'Staff'} />
          <Column source="roles" label="Roles" disableSort render={(account) => account.roles.join(', ') || '–'} />
          <Column source="isActive" label="Standing" disableSort render={standing} />
          <Column source="lastLoginAt" label="Last log-in" render={({ lastLoginAt }) => day(lastLoginAt)} />
        </DataTable>
      )}
    </List>
  )
}
