import type { MoratoriumEvent } from '@tideline/sdk'
import { DataTable, NullableBooleanInput, SearchInput, SelectInput, TextInput } from 'react-admin'
import { DayColumn } from '../fields.tsx'
import { BookList } from '../tables/BookList.tsx'
import { Tag } from '../tables/StateChip.tsx'
import { actionNames, getChoices, kindNames, statusNames } from './labels.ts'
import { MoratoriumButtons } from './StopMoratorium.tsx'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or reason" />,
  <NullableBooleanInput key="isActive" source="isActive" label="In force" alwaysOn />,
  <SelectInput key="kind" source="kind" choices={getChoices(kindNames)} />,
  <TextInput key="state" source="state" label="State" />,
]

const StatusTag = ({ status }: Pick<MoratoriumEvent, 'status'>) => (
  <Tag word={statusNames[status]} look={status === 'active' ? 'waits' : 'over'} />
)

/** Returns the first four counties and how many more there are. */
function getLocations(locations: MoratoriumEvent['locations']) {
  const named = locations.slice(0, 4).map(({ county, state }) => `${county}, ${state}`)
  const more = locations.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const Column = DataTable.Col<MoratoriumEvent>
/** Lets long text wrap. */
const wraps = { '&&': { whiteSpace: 'normal' } }

/** The list of moratoriums with their counties and end dates. */
export default function MoratoriumList() {
  return (
    <BookList<MoratoriumEvent>
      title="Moratoriums"
      noun={['event', 'events']}
      filters={filters}
      create="Start moratorium"
      sort={{ field: 'startDate', order: 'DESC' }}
      opens="edit"
    >
      <Column source="name" />
      <Column source="kind" disableSort render={({ kind }) => kindNames[kind]} />
      <Column label="State" disableSort render={({ status }) => <StatusTag status={status} />} />
      <Column
        source="actions"
        disableSort
        cellSx={() => wraps}
        render={({ actions }) => actions.map((action) => actionNames[action]).join(', ')}
      />
      <Column
        source="locations"
        label="Counties"
        disableSort
        cellSx={() => wraps}
        render={({ locations }) => getLocations(locations)}
      />
      <DayColumn source="startDate" label="From" />
      <DayColumn source="stopDate" label="Until" />
      <DayColumn source="plannedStopDate" label="Planned end" disableSort />
      <Column label="End" disableSort>
        <MoratoriumButtons />
      </Column>
    </BookList>
  )
}
