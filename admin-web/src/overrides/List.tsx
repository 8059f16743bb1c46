import type { AdminCommissionOverride } from '@tideline/sdk'
import { formatPercent } from '@tideline/web-kit/formats/format.ts'
import { DataTable, SearchInput } from 'react-admin'
import { productNames } from '../kit/products.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { RemoveOverridesButton } from './actions/RemoveOverridesButton.tsx'
import { productChoices } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Agency number or name" />,
  <SelectFilter key="productId" source="productId" label="Product" choices={productChoices} alwaysOn />,
]

const Column = DataTable.Col<AdminCommissionOverride>

/** The list of all commission overrides. */
export default function OverrideList() {
  return (
    <ResourceList<AdminCommissionOverride>
      title="Commission Overrides"
      noun={['override', 'overrides']}
      emptyHint="Agencies with their own commission rates appear here."
      filters={filters}
      create="Add an override"
      bulkActions={<RemoveOverridesButton />}
      sort={{ field: 'effectiveDate', order: 'DESC' }}
      rowClick={({ agencyNo }) => `/overrides/${agencyNo}`}
    >
      <Column source="agencyNo" label="Agency" />
      <Column source="agencyName" label="Name" disableSort />
      <Column source="productId" label="Product" render={({ productId }) => productNames[productId]} />
      <Column source="newRate" label="New business" disableSort render={({ newRate }) => formatPercent(newRate)} />
      <Column
        source="renewalRate"
        label="Renewal"
        disableSort
        render={({ renewalRate }) => formatPercent(renewalRate)}
      />
      <DateColumn source="effectiveDate" label="From" />
    </ResourceList>
  )
}
