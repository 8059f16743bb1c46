import type { AdminMortgageeChange } from '@tideline/sdk'
import { DataTable, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { changeStatusLabels, formatChange } from './labels.ts'

const filters = [
  <SelectFilter key="status" source="status" label="Status" alwaysOn choices={toChoices(changeStatusLabels)} />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
]

const Column = DataTable.Col<AdminMortgageeChange>

/** The mortgagee change requests, sorted by deadline, earliest first (POL-20). */
export default function MortgageeChangeList() {
  return (
    <ResourceList<AdminMortgageeChange>
      title="Mortgagee Changes"
      noun={['request', 'requests']}
      emptyHint="A request appears here when a policyholder sends one online."
      emptyWorkList="No open mortgagee change requests"
      filters={filters}
      filterDefaultValues={{ status: 'open' }}
      sort={{ field: 'dueOn', order: 'ASC' }}
      rowClick="show"
    >
      <Column source="policyNo" label="Policy" disableSort />
      <Column source="insuredName" label="Insured" disableSort />
      <Column source="kind" label="Change" disableSort render={formatChange} />
      <Column
        source="status"
        label="Status"
        disableSort
        render={({ status }) => <StateTag {...changeStatusLabels[status]} />}
      />
      <DateColumn source="dueOn" label="Decide by" />
      <DateColumn source="createdAt" label="Requested" />
      <Column source="decidedByUserName" label="Decided by" disableSort />
    </ResourceList>
  )
}
