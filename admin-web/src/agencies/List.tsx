import type { AdminAgency } from '@tideline/sdk'
import { agencyStatuses } from '@tideline/sdk/words'
import { DataTable, SearchInput, TextInput } from 'react-admin'
import { CountColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { AgencyStatusChip } from './AgencyStatusChip.tsx'
import { AgencyBulkActions } from './actions/AgencyBulkActions.tsx'

const upperCase = (text: string) => text.toUpperCase()

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Number, company, city or person" />,
  <SelectFilter key="status" source="status" choices={[...agencyStatuses]} alwaysOn />,
  <TextInput
    key="state"
    source="state"
    label="State"
    parse={upperCase}
    slotProps={{ htmlInput: { maxLength: 2 } }}
    sx={{ '&&': { width: { sm: 88 } } }}
    alwaysOn
  />,
  <TextInput key="parentAgencyNo" source="parentAgencyNo" label="Parent agency number" />,
]

const Column = DataTable.Col<AdminAgency>

/** The list of all agencies. Its filters, sort order and page are in the URL. */
export default function AgencyList() {
  return (
    <ResourceList<AdminAgency>
      title="Agencies"
      noun={['agency', 'agencies']}
      emptyHint="Agencies that register or that staff add appear here."
      create="New agency"
      bulkActions={<AgencyBulkActions />}
      filters={filters}
      sort={{ field: 'agencyNo', order: 'ASC' }}
      rowClick="show"
    >
      <Column source="agencyNo" label="Number" />
      <Column source="company" label="Company" />
      <Column source="status" disableSort render={({ status }) => <AgencyStatusChip status={status} />} />
      <Column source="city" disableSort />
      <Column source="state" disableSort />
      <Column source="email" disableSort />
      <Column
        source="parentAgencyNo"
        label="Parent agency"
        disableSort
        render={({ parentAgencyNo }) => parentAgencyNo ?? '–'}
      />
      <CountColumn source="policyCount" label="Policies" />
      <Column source="rewardLevel" label="Level" disableSort render={({ rewardLevel }) => rewardLevel ?? '–'} />
    </ResourceList>
  )
}
