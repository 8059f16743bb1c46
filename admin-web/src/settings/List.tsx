import { Button, Typography } from '@mui/material'
import type { AdminSetting } from '@tideline/sdk'
import { ToggleRight } from 'lucide-react'
import { DataTable, SearchInput } from 'react-admin'
import { Link } from 'react-router'
import { DateColumn } from '../kit/tables/columns.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { formatSettingKey, formatSettingValue } from './labels.ts'

const filters = [<SearchInput key="q" source="q" alwaysOn placeholder="Name or description" />]

const Column = DataTable.Col<AdminSetting>

/** The settings that staff can change without a release. */
export default function SettingList() {
  return (
    <ResourceList<AdminSetting>
      title="Settings"
      noun={['setting', 'settings']}
      filters={filters}
      sort={{ field: 'key', order: 'ASC' }}
      perPage={50}
      rowClick="edit"
      actions={
        <Button
          component={Link}
          to="/settings/flags"
          size="small"
          startIcon={<ToggleRight size={18} aria-hidden="true" />}
        >
          Feature flags
        </Button>
      }
    >
      <Column
        source="key"
        label="Setting"
        render={({ key }) => (
          <>
            {formatSettingKey(key)}
            <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
              {key}
            </Typography>
          </>
        )}
      />
      <Column
        source="value"
        label="Value"
        disableSort
        cellSx={() => ({ '&&': { whiteSpace: 'normal' }, overflowWrap: 'anywhere', minWidth: 160, maxWidth: 320 })}
        render={({ value }) => formatSettingValue(value)}
      />
      <Column source="description" disableSort cellSx={() => ({ '&&': { whiteSpace: 'normal' }, minWidth: 240 })} />
      <Column source="updatedBy" label="Changed by" disableSort render={({ updatedBy }) => updatedBy ?? '–'} />
      <DateColumn source="updatedAt" label="Changed" />
    </ResourceList>
  )
}
