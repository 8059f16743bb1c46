import type { AdminCommissionOverride } from '@tideline/sdk'
import { CreateButton, DataTable, FilterButton, List, SearchInput, SelectInput, TopToolbar } from 'react-admin'
import { DayColumn, percent } from '../fields.tsx'
import { productNames } from '../products.ts'

const products = Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Agency number or name" />,
  <SelectInput key="productId" source="productId" label="Product" choices={products} alwaysOn />,
]

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <CreateButton />
  </TopToolbar>
)

const Column = DataTable.Col<AdminCommissionOverride>

/** Rates that agencies have of their own. */
export default function OverrideList() {
  return (
    <List
      title="Commission Overrides"
      filters={filters}
      actions={<Actions />}
      sort={{ field: 'effectiveDate', order: 'DESC' }}
      perPage={25}
      empty={false}
    >
      <DataTable size="small" rowClick="edit" bulkActionButtons={false}>
        <Column source="agencyNo" label="Agency" />
        <Column source="agencyName" label="Name" disableSort />
        <Column source="productId" label="Product" render={({ productId }) => productNames[productId]} />
        <Column source="newRate" label="New business" disableSort render={({ newRate }) => percent(newRate)} />
        <Column source="renewalRate" label="Renewal" disableSort render={({ renewalRate }) => percent(renewalRate)} />
        <DayColumn source="effectiveDate" label="From" />
      </DataTable>
    </List>
  )
}
