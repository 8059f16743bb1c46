import type { AdminApproval } from '@tideline/sdk'
import { DataTable } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { formatApprovalTitle, stateLabels } from './labels.ts'

const filters = [<SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(stateLabels)} />]

const Column = DataTable.Col<AdminApproval>
const tones: Record<AdminApproval['state'], StateTone> = {
  pending: 'pending',
  approved: 'done',
  declined: 'failed',
  expired: 'ended',
}

/** The list of changes that require a second approver. Pending changes are first. */
export default function ApprovalList() {
  return (
    <ResourceList<AdminApproval>
      title="Approvals"
      noun={['approval', 'approvals']}
      emptyHint="Changes that need a second person appear here."
      emptyWorkList="No pending approvals"
      filters={filters}
      filterDefaultValues={{ state: 'pending' }}
      sort={{ field: 'requestedAt', order: 'DESC' }}
      rowClick="show"
    >
      <Column source="kind" label="Change" disableSort render={formatApprovalTitle} />
      <Column source="requestedBy" label="Requested by" disableSort />
      <DateColumn source="requestedAt" label="Requested" />
      <Column
        source="state"
        label="Status"
        disableSort
        render={({ state }) => <StateTag word={stateLabels[state]} tone={tones[state]} />}
      />
    </ResourceList>
  )
}
