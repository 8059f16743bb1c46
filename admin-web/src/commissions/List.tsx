import { Button } from '@mui/material'
import type { AdminCommissionStatement } from '@tideline/sdk'
import { exportAdminCommissionStatements } from '@tideline/sdk/operations'
import { formatMonth } from '@tideline/web-kit/formats/format.ts'
import { DataTable, NumberInput, SearchInput, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { CountColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { getStateChoices, StateChip } from '../kit/tables/StateChip.tsx'
import { CloseSelectedStatementsButton } from './actions/CloseSelectedStatementsButton.tsx'
import { StartCommissionRunButton } from './actions/StartCommissionRunButton.tsx'
import { getLastEndedMonth } from './months.ts'

const statuses = getStateChoices(['open', 'closed', 'paid', 'carried'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Agency number or name" />,
  <SelectFilter key="status" source="status" choices={statuses} alwaysOn />,
  <NumberInput key="year" source="year" />,
  <NumberInput key="month" source="month" min={1} max={12} />,
]

function Actions() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <>
      <Button component={Link} to="/commissions/month" size="small">
        Commission by agency
      </Button>
      {roles.includes('readonly') ? null : <StartCommissionRunButton of={getLastEndedMonth(new Date())} />}
    </>
  )
}

const Column = DataTable.Col<AdminCommissionStatement>

/** The list of commission statements. Each covers one agency and one month. */
export default function CommissionList() {
  return (
    <ResourceList<AdminCommissionStatement>
      title="Commissions"
      noun={['statement', 'statements']}
      emptyHint="The monthly statement of an agency appears here with its first commission."
      filters={filters}
      actions={<Actions />}
      bulkActions={<CloseSelectedStatementsButton />}
      sort={{ field: 'month', order: 'DESC' }}
      rowClick="edit"
      exportBy={exportAdminCommissionStatements}
    >
      <Column source="month" label="Month" render={formatMonth} />
      <Column source="agencyNo" label="Agency" />
      <Column source="agencyName" label="Name" disableSort />
      <Column source="status" disableSort render={({ status }) => <StateChip state={status} />} />
      <CountColumn source="transactionCount" label="Lines" disableSort />
      <MoneyColumn source="premium" label="Premium" disableSort />
      <MoneyColumn source="commission" label="Commission" disableSort />
      <MoneyColumn source="adjustments" label="Adjustments" disableSort />
      <MoneyColumn source="total" label="Total" />
    </ResourceList>
  )
}
