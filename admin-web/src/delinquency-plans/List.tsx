import type { AdminDelinquencyPlan } from '@tideline/sdk'
import { DataTable } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { getProductName } from '../kit/fields/products.ts'
import { CountColumn, DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { getPlanStatus, planStateLabels } from './labels.ts'

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(planStateLabels)} />,
]

const Column = DataTable.Col<AdminDelinquencyPlan>

/** The versions of the delinquency plan, newest first. */
export default function DelinquencyPlanList() {
  return (
    <ResourceList<AdminDelinquencyPlan>
      title="Delinquency Plans"
      noun={['version', 'versions']}
      emptyHint="Versions of the plan for unpaid amounts appear here."
      filters={filters}
      create="Create draft"
      sort={{ field: 'version', order: 'DESC' }}
      rowClick="show"
    >
      <Column source="version" label="Version" />
      <Column source="productId" label="Product" disableSort render={({ productId }) => getProductName(productId)} />
      <Column source="state" label="Status" disableSort render={(plan) => <StateTag {...getPlanStatus(plan)} />} />
      <CountColumn source="pastDueNoticeDaysAfter" label="Past-due notice, days after" disableSort />
      <CountColumn source="termCancellationDaysAfter" label="Notice of cancellation, days after" disableSort />
      <CountColumn source="defaultNoticeDays" label="Default notice days" disableSort />
      <DateColumn source="activatedAt" label="Activated" disableSort />
      <DateColumn source="createdAt" label="Created" disableSort />
      <Column source="createdBy" label="Created by" disableSort />
    </ResourceList>
  )
}
