import { type Theme, Typography, useMediaQuery } from '@mui/material'
import type { AdminAgency } from '@tideline/sdk'
import { agencyStatuses } from '@tideline/sdk/words'
import { DataTable, List, SearchInput, SelectInput, SimpleList, TextInput } from 'react-admin'
import { oneLine } from '../fields.tsx'
import { ListActions } from '../ListActions.tsx'
import { AgencyStatusChip } from './AgencyStatusChip.tsx'

const upperCase = (text: string) => text.toUpperCase()

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Number, company or email" />,
  <SelectInput key="status" source="status" choices={[...agencyStatuses]} alwaysOn />,
  <TextInput
    key="state"
    source="state"
    label="State"
    parse={upperCase}
    slotProps={{ htmlInput: { maxLength: 2 } }}
    alwaysOn
  />,
  <TextInput key="parentAgencyNo" source="parentAgencyNo" label="Directly under agency no." />,
]

const NoAgencies = () => (
  <Typography sx={{ padding: 4 }} role="status">
    No agency fits these filters. Take one away, or search by number, company or email.
  </Typography>
)

const Column = DataTable.Col<AdminAgency>

/** On a phone: a line for each agency instead of a table. */
const Lines = () => (
  <SimpleList<AdminAgency>
    primaryText={(agency) => `${agency.agencyNo} ${agency.company}`}
    secondaryText={(agency) => [agency.city, agency.state].filter(Boolean).join(', ')}
    tertiaryText={(agency) => <AgencyStatusChip status={agency.status} />}
    rowClick="show"
    empty={<NoAgencies />}
    sx={{ '& .RaSimpleList-tertiary': { opacity: 1 } }}
  />
)

const Rows = () => (
  <DataTable size="small" rowClick="show" bulkActionButtons={false} empty={<NoAgencies />} sx={oneLine}>
    <Column source="agencyNo" label="Number" />
    <Column source="company" label="Company" />
    <Column source="status" disableSort render={({ status }) => <AgencyStatusChip status={status} />} />
    <Column source="city" disableSort />
    <Column source="state" disableSort />
    <Column source="email" disableSort />
    <Column source="parentAgencyNo" label="Under" disableSort render={({ parentAgencyNo }) => parentAgencyNo ?? '–'} />
    <DataTable.NumberCol source="policyCount" label="Policies" />
    <Column source="rewardLevel" label="Level" disableSort render={({ rewardLevel }) => rewardLevel ?? '–'} />
  </DataTable>
)

/** The agencies of the house; filters, sort and page stand in the address. */
export default function AgencyList() {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <List
      title="Agencies"
      actions={<ListActions create="New agency" />}
      filters={filters}
      sort={{ field: 'agencyNo', order: 'ASC' }}
      perPage={25}
      empty={false}
    >
      {isPhone ? <Lines /> : <Rows />}
    </List>
  )
}
