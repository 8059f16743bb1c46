import { Chip } from '@mui/material'
import type { MoratoriumEvent } from '@tideline/sdk'
import {
  CreateButton,
  DataTable,
  FilterButton,
  List,
  NullableBooleanInput,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
} from 'react-admin'
import { DayColumn } from '../fields.tsx'
import { StopMoratorium } from './StopMoratorium.tsx'
import { actionNames, choicesOf, kindNames } from './words.ts'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or reason" />,
  <NullableBooleanInput key="isActive" source="isActive" label="In force" alwaysOn />,
  <SelectInput key="kind" source="kind" choices={choicesOf(kindNames)} />,
  <TextInput key="state" source="state" label="State" />,
]

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <CreateButton label="Start a moratorium" />
  </TopToolbar>
)

const InForce = ({ stopDate }: Pick<MoratoriumEvent, 'stopDate'>) => (
  <Chip
    size="small"
    color={stopDate ? 'default' : 'warning'}
    variant="outlined"
    label={stopDate ? 'Stopped' : 'In force'}
  />
)

/** The first counties by name, how many more. */
function placesOf(locations: MoratoriumEvent['locations']) {
  const named = locations.slice(0, 4).map(({ county, state }) => `${county}, ${state}`)
  const more = locations.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const Column = DataTable.Col<MoratoriumEvent>

/** What is stopped where, and until when. */
export default function MoratoriumList() {
  return (
    <List
      title="Moratoriums"
      filters={filters}
      actions={<Actions />}
      sort={{ field: 'startDate', order: 'DESC' }}
      perPage={25}
      empty={false}
    >
      <DataTable size="small" rowClick="edit" bulkActionButtons={false}>
        <Column source="name" />
        <Column source="kind" disableSort render={({ kind }) => <Chip size="small" label={kindNames[kind]} />} />
        <Column label="State" disableSort render={({ stopDate }) => <InForce stopDate={stopDate} />} />
        <Column
          source="actions"
          disableSort
          render={({ actions }) => actions.map((action) => actionNames[action]).join(', ')}
        />
        <Column source="locations" label="Counties" disableSort render={({ locations }) => placesOf(locations)} />
        <DayColumn source="startDate" label="From" />
        <DayColumn source="stopDate" label="Until" />
        <Column label="Actions" disableSort>
          <StopMoratorium />
        </Column>
      </DataTable>
    </List>
  )
}
