import type { LockboxItem } from '@tideline/sdk'
import { exportAdminLockboxItems } from '@tideline/sdk/operations'
import { DataTable, DateInput, SearchInput, TextInput } from 'react-admin'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { getStateChoices, StateChip } from '../kit/tables/StateChip.tsx'
import { LockboxImportSection } from './LockboxImportSection.tsx'

const statuses = getStateChoices(['unapplied', 'open', 'applied', 'reversed', 'returned', 'bounced'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Check, payer or reference" />,
  <SelectFilter key="status" source="status" choices={statuses} alwaysOn />,
  <TextInput key="policyNo" source="policyNo" label="Policy" />,
  <DateInput key="depositFrom" source="depositFrom" label="Deposited from" />,
  <DateInput key="depositTo" source="depositTo" label="Deposited to" />,
]

const Column = DataTable.Col<LockboxItem>

/** The list of lockbox checks. Staff resolve each check that matched no policy. */
export default function LockboxList() {
  return (
    <>
      <LockboxImportSection />
      <ResourceList<LockboxItem>
        title="Lockbox Adjustments"
        noun={['check', 'checks']}
        emptyHint="Checks from imported lockbox files appear here."
        emptyWorkList="No unapplied checks"
        filters={filters}
        filterDefaultValues={{ status: 'unapplied' }}
        sort={{ field: 'depositDate', order: 'DESC' }}
        rowClick="show"
        exportBy={exportAdminLockboxItems}
      >
        <Column source="checkNo" label="Check" disableSort />
        <DateColumn source="depositDate" label="Deposited" />
        <Column source="payer" />
        <Column source="reference" disableSort />
        <Column source="status" render={({ status }) => <StateChip state={status} />} />
        <Column source="policyNo" label="Policy" disableSort />
        <Column source="attention" disableSort />
        <MoneyColumn source="amount" label="Amount" />
      </ResourceList>
    </>
  )
}
