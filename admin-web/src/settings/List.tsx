import { Button, type Theme, Typography, useMediaQuery } from '@mui/material'
import type { AdminSetting } from '@tideline/sdk'
import { ToggleRight } from 'lucide-react'
import { DataTable, SearchInput, useListContext } from 'react-admin'
import { Link } from 'react-router'
import { DateColumn } from '../kit/tables/columns.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { formatSettingArea, formatSettingName, formatSettingValue } from './labels.ts'

const filters = [<SearchInput key="q" source="q" alwaysOn placeholder="Name or description" />]

const Column = DataTable.Col<AdminSetting>

/** The name of a setting. In the table, the first setting of each area has the area's name above it. */
function SettingName({ setting }: { setting: AdminSetting }) {
  const { data = [], sort } = useListContext<AdminSetting>()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const area = formatSettingArea(setting.key)
  const previous = data[data.findIndex(({ key }) => key === setting.key) - 1]
  const isFirst =
    !isPhone && sort.field === 'key' && area !== '' && (!previous || formatSettingArea(previous.key) !== area)
  return (
    <>
      {isFirst ? (
        <Typography component="span" variant="subtitle2" sx={{ display: 'block', paddingTop: 1 }}>
          {area}
        </Typography>
      ) : null}
      {formatSettingName(setting.key)}
      <Typography
        component="span"
        variant="caption"
        // In a card, the name is a link. Inline blocks are not underlined with it.
        sx={{
          '&&': {
            display: { xs: 'inline-block', sm: 'block' },
            width: '100%',
            typography: 'caption',
            color: 'text.secondary',
          },
        }}
      >
        {setting.key}
      </Typography>
    </>
  )
}

/** The settings that staff can change without a release, by area. */
export default function SettingList() {
  return (
    <ResourceList<AdminSetting>
      title="Settings"
      noun={['setting', 'settings']}
      emptyHint="Settings that staff can change without a release appear here."
      filters={filters}
      sort={{ field: 'key', order: 'ASC' }}
      perPage={100}
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
      <Column source="key" label="Setting" render={(setting) => <SettingName setting={setting} />} />
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
