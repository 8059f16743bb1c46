import type { AdminSetting } from '@tideline/sdk'
import { DataTable, List, SearchInput } from 'react-admin'
import { DayColumn } from '../fields.tsx'
import { shown } from './words.ts'

const filters = [<SearchInput key="q" source="q" alwaysOn placeholder="Name or description" />]

const Column = DataTable.Col<AdminSetting>

/** What the house may change without a release. */
export default function SettingList() {
  return (
    <List
      title="Settings"
      filters={filters}
      sort={{ field: 'key', order: 'ASC' }}
      perPage={50}
      exporter={false}
      empty={false}
    >
      <DataTable size="small" rowClick="edit" bulkActionButtons={false}>
        <Column source="key" label="Setting" />
        <Column
          source="value"
          label="Value"
          disableSort
          sx={{ overflowWrap: 'anywhere', minWidth: 160, maxWidth: 320 }}
          render={({ value }) => shown(value)}
        />
        <Column source="description" disableSort sx={{ minWidth: 240 }} />
        <Column source="updatedBy" label="Changed by" disableSort render={({ updatedBy }) => updatedBy ?? '–'} />
        <DayColumn source="updatedAt" label="Changed" />
      </DataTable>
    </List>
  )
}
