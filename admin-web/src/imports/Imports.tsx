import { Button, Stack, Typography } from '@mui/material'
import type { ImportJob } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import {
  DataTable,
  DateInput,
  SearchInput,
  SelectInput,
  Show,
  TextInput,
  useGetList,
  usePermissions,
  useRecordContext,
} from 'react-admin'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { Section } from '../kit/records/Section.tsx'
import { CountColumn } from '../kit/tables/columns.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'

const looks: Record<ImportJob['status'], StateTone> = {
  queued: 'waits',
  running: 'under',
  done: 'done',
  failed: 'bad',
  cancelled: 'over',
}
const StatusTag = ({ status }: Pick<ImportJob, 'status'>) => (
  <StateTag word={importStatusLabels[status]} look={looks[status]} />
)
const rowStatusLabels = { queued: 'Queued', done: 'Imported', failed: 'Rejected', cancelled: 'Not imported' } as const

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="File" />,
  <SelectInput
    key="status"
    source="status"
    label="Status"
    choices={Object.entries(importStatusLabels).map(([id, name]) => ({ id, name }))}
    alwaysOn
  />,
  <TextInput key="createdBy" source="createdBy" label="By" />,
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
export const ImportList = () => (
  <ResourceList<ImportJob>
    title="Imports"
    noun={['import', 'imports']}
    filters={filters}
    sort={{ field: 'createdAt', order: 'DESC' }}
    rowClick="show"
    actions={<UploadButton />}
  >
    <Column source="fileName" label="File" />
    <Column source="status" label="Status" render={({ status }) => <StatusTag status={status} />} />
    <CountColumn source="total" label="Rows" disableSort />
    <CountColumn source="succeeded" label="Imported" disableSort />
    <CountColumn source="failed" label="Rejected" />
    <Column source="createdBy" label="By" disableSort />
    <Column source="createdAt" label="Uploaded" render={({ createdAt }) => formatDateTime(createdAt)} />
  </ResourceList>
)

interface ImportRow {
  id: string
  rowNo: number
  status: keyof typeof rowStatusLabels
  policyNo: string | null
  error: string | null
}

function Rows({ jobId }: { jobId: string }) {
  const query = useGetList<ImportRow>('importJobItems', {
    filter: { jobId },
    sort: { field: 'rowNo', order: 'ASC' },
    pagination: { page: 1, perPage: 500 },
  })
  const { data } = query
  return (
    <Section title="Rows" query={query} empty={data?.length === 0 ? 'No rows' : undefined}>
      <SimpleTable<ImportRow>
        label="Rows of the file"
        rows={data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Row', isNumber: true, cell: ({ rowNo }) => rowNo },
          { heading: 'Status', cell: ({ status }) => rowStatusLabels[status] },
          { heading: 'Policy', cell: ({ policyNo }) => policyNo ?? '–' },
          { heading: 'Reason', cell: ({ error }) => error ?? '' },
        ]}
      />
    </Section>
  )
}

function Upload() {
  const job = useRecordContext<ImportJob>()
  if (!job) return null
  return (
    <Stack spacing={2} sx={{ padding: 2, minWidth: 0 }}>
      <Typography component="h1" variant="h5">
        {job.fileName}
      </Typography>
      <DescriptionList
        facts={{
          Status: <StatusTag status={job.status} />,
          Rows: job.total,
          Imported: job.succeeded,
          Rejected: job.failed,
          By: job.createdBy ?? '–',
        }}
      />
      <a href={`/bulkUpload?job=${job.id}`}>Open on the upload page</a>
      <Rows jobId={job.id} />
    </Stack>
  )
}

/** The page of one import with its first 500 rows. */
export const ImportShow = () => (
  <Show title="Import">
    <Upload />
  </Show>
)
