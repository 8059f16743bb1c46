import type { AdminReview } from '@tideline/sdk'
import { DataTable, TextInput, useListContext } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { EmptyList } from '../kit/tables/EmptyList.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { stateLabels } from './labels.ts'

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(stateLabels)} />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
]

/** Shows that nothing is pending or that no review matches the filters. */
function NoReviews() {
  const { filterValues } = useListContext()
  const isWorkList = filterValues.state === 'open' && !filterValues.policyNo
  return <EmptyList>{isWorkList ? 'No refunds or credits to review.' : 'No reviews match these filters.'}</EmptyList>
}

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
      filters={filters}
      filterDefaultValues={{ state: 'open' }}
      sort={{ field: 'createdAt', order: 'ASC' }}
      rowClick="show"
      empty={<NoReviews />}
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
