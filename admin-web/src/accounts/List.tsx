import { Box } from '@mui/material'
import type { AdminAccount } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { DataTable, SearchInput, TextInput } from 'react-admin'
import { BooleanFilter, SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { AccountBulkActions } from './actions/AccountBulkActions.tsx'
import { roleChoices } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or email" />,
  <SelectFilter key="role" source="role" choices={roleChoices.map(({ id }) => ({ id, name: id }))} alwaysOn />,
  <BooleanFilter key="isActive" source="isActive" label="Can log in" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency number" />,
]

const getName = ({ firstName, lastName }: AdminAccount) => `${firstName} ${lastName}`
const AccountStatus = ({ isActive }: AdminAccount) =>
  isActive ? <StateTag word="Can log in" tone="done" /> : <StateTag word="Deactivated" tone="ended" />

/** A user's roles. They wrap to several lines if necessary. */
const Roles = ({ of: { roles } }: { of: AdminAccount }) => (
  <Box component="span" sx={{ display: 'block', maxWidth: { sm: 200 }, whiteSpace: 'normal' }}>
    {roles.join(', ') || '–'}
  </Box>
)
const Column = DataTable.Col<AdminAccount>

/** The list of all user accounts. Its filters, sort order and page are in the URL. */
export default function AccountList() {
  return (
    <ResourceList<AdminAccount>
      title="Accounts"
      noun={['account', 'accounts']}
      emptyHint="Users who register or are invited appear here."
      create="Invite user"
      bulkActions={<AccountBulkActions />}
      filters={filters}
      sort={{ field: 'email', order: 'ASC' }}
      rowClick="edit"
    >
      <Column source="email" label="Email" />
      <Column source="lastName" label="Name" render={getName} />
      <Column source="agencyNo" label="Agency" disableSort render={({ agencyNo }) => agencyNo ?? 'Staff'} />
      <Column source="roles" label="Roles" disableSort render={(account) => <Roles of={account} />} />
      <Column source="isActive" label="Status" disableSort render={(account) => <AccountStatus {...account} />} />
      <Column source="lastLoginAt" label="Last log-in" render={({ lastLoginAt }) => formatDate(lastLoginAt)} />
    </ResourceList>
  )
}
