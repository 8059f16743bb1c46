import { Card, CardContent, Typography } from '@mui/material'
import type { AdminReview } from '@tideline/sdk'
import { DataTable, List, SelectInput, TextInput, useListContext } from 'react-admin'
import { DayColumn, MoneyColumn, oneLine } from '../fields.tsx'
import { states } from './words.ts'

const filters = [
  <SelectInput
    key="state"
    source="state"
    alwaysOn
    choices={Object.entries(states).map(([id, name]) => ({ id, name }))}
  />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
]

/** Nothing to decide is good news; nothing found is about the filter. */
function Nothing() {
  const { filterValues } = useListContext()
  const isWorkList = filterValues.state === 'open' && !filterValues.policyNo
  return (
    <Card>
      <CardContent>
        <Typography>
          {isWorkList ? 'No refund or credit waits for a decision.' : 'No review matches these filters.'}
        </Typography>
      </CardContent>
    </Card>
  )
}

const Column = DataTable.Col<AdminReview>

/** Money of cancelled policies that does not leave by itself, until somebody decides (decision 101). */
export default function ReviewList() {
  return (
    <List
      title="Refund Reviews"
      filters={filters}
      filterDefaultValues={{ state: 'open' }}
      sort={{ field: 'createdAt', order: 'ASC' }}
      perPage={25}
      exporter={false}
      empty={false}
    >
      <DataTable size="small" rowClick="show" bulkActionButtons={false} sx={oneLine} empty={<Nothing />}>
        <DayColumn source="createdAt" label="Since" />
        <Column source="policyNo" label="Policy" />
        <MoneyColumn source="amount" label="Amount" />
        <Column source="insuredName" label="Insured" disableSort />
        <Column source="title" label="Why it waits" disableSort />
        <Column source="reasonCode" label="Reason" disableSort />
        <Column source="state" disableSort render={({ state }) => states[state]} />
      </DataTable>
    </List>
  )
}
