import { Typography } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import {
  BooleanField,
  DataTable,
  DateField,
  FilterButton,
  List,
  NumberField,
  Pagination,
  SelectColumnsButton,
  TopToolbar,
} from 'react-admin'
import { ExportPolicies } from './ExportPolicies.tsx'
import { policyFilters } from './filters.tsx'
import { productNames } from './products.ts'
import { StatusChip } from './StatusChip.tsx'

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <SelectColumnsButton />
    <ExportPolicies />
  </TopToolbar>
)

const NoPolicies = () => (
  <Typography sx={{ padding: 4 }} role="status">
    No policy fits these filters. Take one away, or search by policy number, insured or address.
  </Typography>
)

const Column = DataTable.Col<AdminPolicy>
const money = { style: 'currency', currency: 'USD' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const

/** Every policy of the book: filters, sort and page stand in the address, so that a view can be sent to a colleague. */
export const PolicyList = () => (
  <List
    actions={<Actions />}
    filters={policyFilters}
    sort={{ field: 'inceptionDate', order: 'DESC' }}
    perPage={25}
    pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
    empty={false}
    title="Policies"
  >
    <DataTable size="small" rowClick="show" bulkActionButtons={false} empty={<NoPolicies />}>
      <Column source="policyNo" label="Policy" />
      <Column source="status" disableSort render={(policy) => <StatusChip status={policy.status} />} />
      <Column source="insuredName" label="Insured" />
      <Column
        source="address"
        disableSort
        render={(policy) => [policy.address, policy.city, policy.state, policy.zip].filter(Boolean).join(', ')}
      />
      <Column source="productId" label="Product" disableSort render={(policy) => productNames[policy.productId]} />
      <Column source="agencyNo" label="Agency" />
      <Column source="inceptionDate" label="Inception">
        <DateField source="inceptionDate" options={day} locales="en-US" />
      </Column>
      <Column source="isSigned" label="Signed" disableSort>
        <BooleanField source="isSigned" />
      </Column>
      <Column source="isPaid" label="Paid" disableSort>
        <BooleanField source="isPaid" />
      </Column>
      <DataTable.NumberCol source="totalPremium" label="Premium">
        <NumberField source="totalPremium" options={money} locales="en-US" />
      </DataTable.NumberCol>
      <DataTable.NumberCol source="totalDue" label="Due">
        <NumberField source="totalDue" options={money} locales="en-US" />
      </DataTable.NumberCol>
    </DataTable>
  </List>
)
