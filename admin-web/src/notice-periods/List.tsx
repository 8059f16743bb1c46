import type { AdminNoticePeriod } from '@tideline/sdk'
import { DataTable, TextInput } from 'react-admin'
import { getProductName } from '../kit/fields/products.ts'
import { CountColumn, DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { reasonChoices, reasonLabels } from './labels.ts'

const filters = [
  <TextInput key="state" source="state" label="State" alwaysOn />,
  <SelectFilter key="reason" source="reason" alwaysOn choices={reasonChoices} />,
]

const Column = DataTable.Col<AdminNoticePeriod>

/**
 * The number of days' notice before a cancellation for nonpayment, by state. States that are not listed use the plan's
 * default.
 */
export default function NoticePeriodList() {
  return (
    <ResourceList<AdminNoticePeriod>
      title="Notice Periods"
      noun={['notice period', 'notice periods']}
      emptyHint="The days of notice before a cancellation for nonpayment appear here, by state."
      filters={filters}
      create="Add notice period"
      sort={{ field: 'state', order: 'ASC' }}
      rowClick="edit"
    >
      <Column source="state" label="State" />
      <Column source="productId" label="Product" disableSort render={({ productId }) => getProductName(productId)} />
      <Column source="reason" disableSort render={({ reason }) => reasonLabels[reason]} />
      <CountColumn source="noticeDays" label="Notice days" disableSort />
      <Column
        source="isFlatAllowed"
        label="Flat cancellation"
        disableSort
        render={({ isFlatAllowed }) => (isFlatAllowed ? 'Yes' : 'No')}
      />
      <Column source="source" label="Source" disableSort />
      <DateColumn source="updatedAt" label="Changed" disableSort />
    </ResourceList>
  )
}
