import type { LockboxItem } from '@tideline/sdk'
import { DataTable, DateInput, FilterButton, List, SearchInput, SelectInput, TextInput, TopToolbar } from 'react-admin'
import { DayColumn, MoneyColumn, oneLine } from '../fields.tsx'
import { StateChip, stateChoices } from '../tables/StateChip.tsx'
import { ImportFile } from './ImportFile.tsx'

const statuses = stateChoices(['unapplied', 'open', 'applied', 'reversed', 'returned', 'bounced'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Check, payer or reference" />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
  <TextInput key="policyNo" source="policyNo" label="Policy" />,
  <DateInput key="depositFrom" source="depositFrom" label="Deposited from" />,
  <DateInput key="depositTo" source="depositTo" label="Deposited to" />,
]

const Actions = () => (
  <TopToolbar>
    <FilterButton />
  </TopToolbar>
)

const Column = DataTable.Col<LockboxItem>

/** Checks out of the lockbox; what matched no policy is settled one by one. */
export default function LockboxList() {
  return (
    <>
      <ImportFile />
      <List
        title="Lockbox Adjustments"
        filters={filters}
        filterDefaultValues={{ status: 'unapplied' }}
        actions={<Actions />}
        sort={{ field: 'depositDate', order: 'DESC' }}
        perPage={25}
        empty={false}
      >
        <DataTable size="small" rowClick="show" bulkActionButtons={false} sx={oneLine}>
          <DayColumn source="depositDate" label="Deposited" />
          <Column source="checkNo" label="Check" disableSort />
          <Column source="payer" />
          <Column source="reference" disableSort />
          <Column source="status" render={({ status }) => <StateChip state={status} />} />
          <Column source="policyNo" label="Policy" disableSort />
          <Column source="attention" disableSort />
          <MoneyColumn source="amount" label="Amount" />
        </DataTable>
      </List>
    </>
  )
}
