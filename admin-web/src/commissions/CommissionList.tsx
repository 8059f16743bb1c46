import type { AdminCommissionStatement } from '@tideline/sdk'
import {
  DataTable,
  FilterButton,
  List,
  NumberInput,
  SearchInput,
  SelectInput,
  TopToolbar,
  usePermissions,
} from 'react-admin'
import { MoneyColumn, oneLine } from '../fields.tsx'
import { StateChip, stateChoices } from '../tables/StateChip.tsx'
import { RunMonth } from './RunMonth.tsx'

const statuses = stateChoices(['open', 'closed', 'paid'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Agency number or name" />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
  <NumberInput key="year" source="year" />,
  <NumberInput key="month" source="month" min={1} max={12} />,
]

function Actions() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <TopToolbar>
      <FilterButton />
      {roles.includes('readonly') ? null : <RunMonth />}
    </TopToolbar>
  )
}

/** Commission statements: one agency, one month. */
export default function CommissionList() {
  return (
    <List
      title="Commissions"
      filters={filters}
      actions={<Actions />}
      sort={{ field: 'month', order: 'DESC' }}
      perPage={25}
      empty={false}
    >
      <DataTable size="small" rowClick="edit" bulkActionButtons={false} sx={oneLine}>
        <DataTable.Col<AdminCommissionStatement>
          source="month"
          label="Month"
          render={({ year, month }) => `${String(month).padStart(2, '0')}/${year}`}
        />
        <DataTable.Col source="agencyNo" label="Agency" />
        <DataTable.Col source="agencyName" label="Name" disableSort />
        <DataTable.Col<AdminCommissionStatement>
          source="status"
          disableSort
          render={({ status }) => <StateChip state={status} />}
        />
        <DataTable.NumberCol source="transactionCount" label="Lines" disableSort />
        <MoneyColumn source="premium" label="Premium" />
        <MoneyColumn source="commission" label="Commission" />
        <MoneyColumn source="adjustments" label="Adjustments" />
        <MoneyColumn source="total" label="Total" />
      </DataTable>
    </List>
  )
}
