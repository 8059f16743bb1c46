import type { AdminCancellationNotice } from '@tideline/sdk'
import { DataTable, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { CountColumn, DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { holdReasonLabels, noticeStateLabels } from './labels.ts'

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(noticeStateLabels)} />,
  <SelectFilter key="holdReason" source="holdReason" label="Hold" alwaysOn choices={toChoices(holdReasonLabels)} />,
  <TextInput key="propertyState" source="propertyState" label="State" />,
  <TextInput key="policyNo" source="policyNo" label="Policy number" />,
]

const Column = DataTable.Col<AdminCancellationNotice>

/** The notices of cancellation for nonpayment, newest first. */
export default function CancellationNoticeList() {
  return (
    <ResourceList<AdminCancellationNotice>
      title="Cancellation Notices"
      noun={['notice', 'notices']}
      emptyHint="Notices of the delinquency plan appear here."
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick={({ id }) => `/cancellation-notices/${id}`}
    >
      <Column source="policyNo" label="Policy" disableSort />
      <Column source="insuredName" label="Insured" disableSort />
      <Column
        source="state"
        label="Status"
        disableSort
        render={({ state }) => <StateTag {...noticeStateLabels[state]} />}
      />
      <Column
        source="holdReason"
        label="Hold"
        disableSort
        render={({ holdReason }) => (holdReason ? holdReasonLabels[holdReason] : '')}
      />
      <MoneyColumn source="openAmount" label="Open amount" disableSort />
      <DateColumn source="effectiveDate" label="Coverage ends" />
      <CountColumn source="unmailedCount" label="Letters to mail" disableSort />
      <Column source="propertyState" label="State" disableSort />
      <DateColumn source="createdAt" label="Created" />
    </ResourceList>
  )
}
