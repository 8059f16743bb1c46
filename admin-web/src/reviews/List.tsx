import type { AdminReview } from '@tideline/sdk'
import { DataTable, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { stateLabels } from './labels.ts'

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(stateLabels)} />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
]

const Column = DataTable.Col<AdminReview>
const tones: Record<AdminReview['state'], StateTone> = {
  open: 'pending',
  done: 'done',
  declined: 'failed',
  withdrawn: 'ended',
}

/** Refunds and credits of cancelled policies that are on hold until staff decide (REF-1). */
export default function ReviewList() {
  return (
    <ResourceList<AdminReview>
      title="Refund Reviews"
      noun={['review', 'reviews']}
      emptyHint="Refunds and credits that are on hold until staff decide appear here."
      emptyWorkList="No refunds or credits to review"
      filters={filters}
      filterDefaultValues={{ state: 'open' }}
      sort={{ field: 'createdAt', order: 'ASC' }}
      rowClick="show"
    >
      <Column source="policyNo" label="Policy" />
      <DateColumn source="createdAt" label="Since" />
      <MoneyColumn source="amount" label="Amount" />
      <Column source="insuredName" label="Insured" disableSort />
      <Column source="title" label="Reason held" disableSort />
      <Column source="reasonName" label="Cancellation reason" disableSort />
      <Column
        source="state"
        label="Status"
        disableSort
        render={({ state }) => <StateTag word={stateLabels[state]} tone={tones[state]} />}
      />
    </ResourceList>
  )
}
