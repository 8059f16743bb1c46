import { Button } from '@mui/material'
import type { ImportJob } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import { DataTable, DateInput, SearchInput, TextInput, usePermissions } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { CountColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { ImportStatusTag } from './ImportStatusTag.tsx'

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="File" />,
  <SelectFilter key="status" source="status" label="Status" choices={toChoices(importStatusLabels)} alwaysOn />,
  <TextInput key="createdBy" source="createdBy" label="Uploaded by" />,
  <DateInput key="createdFrom" source="createdFrom" label="From" />,
]

const Column = DataTable.Col<ImportJob>

/** A link to the upload page of the portal. */
function UploadButton() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (roles.includes('readonly')) return null
  return (
    <Button variant="contained" size="small" href="/bulkUpload">
      Upload file
    </Button>
  )
}

/** The list of policy imports. Files are uploaded in the portal. */
export default function ImportList() {
  return (
    <ResourceList<ImportJob>
      title="Imports"
      noun={['import', 'imports']}
      emptyHint="Files of policies that staff upload appear here."
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick="show"
      actions={<UploadButton />}
    >
      <Column source="fileName" label="File" />
      <Column source="status" label="Status" render={({ status }) => <ImportStatusTag status={status} />} />
      <CountColumn source="total" label="Rows" disableSort />
      <CountColumn source="succeeded" label="Imported" disableSort />
      <CountColumn source="failed" label="Rejected" />
      <Column source="createdBy" label="Uploaded by" disableSort />
      <Column source="createdAt" label="Uploaded" render={({ createdAt }) => formatDateTime(createdAt)} />
    </ResourceList>
  )
}
