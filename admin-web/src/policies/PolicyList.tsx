import { Box, type Theme, Typography, useMediaQuery } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import {
  BooleanField,
  DataTable,
  DateField,
  FilterButton,
  List,
  Pagination,
  SelectColumnsButton,
  SimpleList,
  TopToolbar,
} from 'react-admin'
import { productNames } from '../products.ts'
import { ExportPolicies } from './ExportPolicies.tsx'
import { policyFilters } from './filters.tsx'
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

/** Text that keeps to its line, so that rows stay low; whole on hover. */
const OneLine = ({ text }: { text: string }) => (
  <Box
    component="span"
    title={text}
    sx={{
      display: 'block',
      maxWidth: { sm: 130, lg: 150, xl: 320 },
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    }}
  >
    {text}
  </Box>
)

/** On a phone: a line for each policy instead of a table. */
const Lines = () => (
  <SimpleList<AdminPolicy>
    primaryText={(policy) => `${policy.policyNo} ${policy.insuredName}`}
    secondaryText={(policy) => policy.address ?? ''}
    tertiaryText={(policy) => <StatusChip status={policy.status} />}
    rowClick="edit"
    empty={<NoPolicies />}
    sx={{ '& .RaSimpleList-tertiary': { opacity: 1 } }}
  />
)

const Rows = () => (
  <DataTable
    size="small"
    rowClick="edit"
    bulkActionButtons={false}
    hiddenColumns={['productId']}
    empty={<NoPolicies />}
    sx={{ '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 } }}
  >
    <Column source="policyNo" label="Policy" />
    <Column source="status" disableSort render={(policy) => <StatusChip status={policy.status} />} />
    <Column source="insuredName" label="Insured" render={(policy) => <OneLine text={policy.insuredName} />} />
    <Column source="address" disableSort render={(policy) => <OneLine text={policy.address ?? ''} />} />
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
    <DataTable.NumberCol source="totalPremium" label="Premium" options={money} locales="en-US" />
    <DataTable.NumberCol source="totalDue" label="Due" options={money} locales="en-US" />
  </DataTable>
)

/** Every policy of the book: filters, sort and page stand in the address, so that a view can be sent to a colleague. */
export function PolicyList() {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<Actions />}
      filters={policyFilters}
      sort={{ field: 'inceptionDate', order: 'DESC' }}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
      empty={false}
      title="Policies"
    >
      {isPhone ? <Lines /> : <Rows />}
    </List>
  )
}
