import type { MoratoriumEvent } from '@tideline/sdk'
import { DataTable, SearchInput, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { BooleanFilter, SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { MoratoriumButtons } from './actions/MoratoriumButtons.tsx'
import { actionLabels, kindLabels, statusLabels } from './labels.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or reason" />,
  <BooleanFilter key="isActive" source="isActive" label="In force" alwaysOn />,
  <SelectFilter key="kind" source="kind" choices={toChoices(kindLabels)} />,
  <TextInput key="state" source="state" label="State" />,
]

const StatusTag = ({ status }: Pick<MoratoriumEvent, 'status'>) => (
  <StateTag word={statusLabels[status]} tone={status === 'active' ? 'pending' : 'ended'} />
)

/** Returns the first four counties and the number of other counties. */
function getLocations(locations: MoratoriumEvent['locations']) {
  const named = locations.slice(0, 4).map(({ county, state }) => `${county}, ${state}`)
  const more = locations.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const Column = DataTable.Col<MoratoriumEvent>
/** Lets long text wrap. */
const wrapText = { '&&': { whiteSpace: 'normal' } }

/** The list of moratoriums with their counties and end dates. */
export default function MoratoriumList() {
  return (
    <ResourceList<MoratoriumEvent>
      title="Moratoriums"
      noun={['moratorium', 'moratoriums']}
      emptyHint="Moratoriums that staff start appear here."
      filters={filters}
      create="Start moratorium"
      sort={{ field: 'startDate', order: 'DESC' }}
      rowClick="edit"
    >
      <Column source="name" />
      <Column source="kind" disableSort render={({ kind }) => kindLabels[kind]} />
      <Column source="status" label="Status" disableSort render={({ status }) => <StatusTag status={status} />} />
      <Column
        source="actions"
        label="Restricted transactions"
        disableSort
        cellSx={() => wrapText}
        render={({ actions }) => actions.map((action) => actionLabels[action]).join(', ')}
      />
      <Column
        source="locations"
        label="Counties"
        disableSort
        cellSx={() => wrapText}
        render={({ locations }) => getLocations(locations)}
      />
      <DateColumn source="startDate" label="From" />
      <DateColumn source="stopDate" label="Until" />
      <DateColumn source="plannedStopDate" label="Planned end" disableSort />
      <Column label="Actions" className="actions-column" disableSort>
        <MoratoriumButtons />
      </Column>
    </ResourceList>
  )
}
