import { Button } from '@mui/material'
import type { AdminPayoutBatch } from '@tideline/sdk'
import { DataTable, SearchInput, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { toChoices } from '../kit/fields/choices.ts'
import { CountColumn, DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { statusLabels } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Batch number or reference" />,
  <SelectFilter key="status" source="status" alwaysOn choices={toChoices(statusLabels)} />,
]

function Actions() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (roles.includes('readonly')) return null
  return (
    <Button component={Link} to="/payouts/new" size="small">
      Create payout batch
    </Button>
  )
}

const Column = DataTable.Col<AdminPayoutBatch>

/** The list of payout batches for commission statements, newest first. */
export default function PayoutList() {
  return (
    <ResourceList<AdminPayoutBatch>
      title="Payouts"
      noun={['payout batch', 'payout batches']}
      emptyHint="Batches of closed commission statements appear here."
      filters={filters}
      actions={<Actions />}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick={({ batchId }) => `/payouts/${batchId}`}
    >
      <Column source="batchNo" label="Batch" />
      <Column source="status" disableSort render={({ status }) => <StateTag {...statusLabels[status]} />} />
      <CountColumn source="statementCount" label="Statements" disableSort />
      <MoneyColumn source="total" label="Total" />
      <DateColumn source="createdAt" label="Created" />
      <Column source="createdBy" label="Created by" disableSort />
      <Column source="paymentReference" label="Reference" disableSort />
    </ResourceList>
  )
}
