import { Stack, Typography } from '@mui/material'
import type { ImportJob } from '@tideline/sdk'
import { dayAndTime } from '@tideline/web-kit/formats/format.ts'
import {
  DataTable,
  DateInput,
  SearchInput,
  SelectInput,
  Show,
  TextInput,
  useGetList,
  useRecordContext,
} from 'react-admin'
import { Facts } from '../agencies/Facts.tsx'
import { CountColumn } from '../fields.tsx'
import { BookList } from '../tables/BookList.tsx'
import { Section } from '../tables/Section.tsx'
import { SimpleTable } from '../tables/SimpleTable.tsx'
import { type Look, Tag } from '../tables/StateChip.tsx'

const statuses: Record<ImportJob['status'], { word: string; look: Look }> = {
  queued: { word: 'Waiting', look: 'waits' },
  running: { word: 'Importing', look: 'under' },
  done: { word: 'Done', look: 'done' },
  failed: { word: 'Failed', look: 'bad' },
  cancelled: { word: 'Cancelled', look: 'over' },
}
const rowWords = { queued: 'Waiting', done: 'Imported', failed: 'Rejected', cancelled: 'Not processed' } as const

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="File" />,
  <SelectInput
    key="status"
    source="status"
    label="Status"
    choices={Object.entries(statuses).map(([id, { word }]) => ({ id, name: word }))}
    alwaysOn
  />,
  <TextInput key="createdBy" source="createdBy" label="By" />,
  <DateInput key="createdFrom" source="createdFrom" label="From" />,
]

const Column = DataTable.Col<ImportJob>

/** The files that policies were imported from; one is uploaded on the portal's page. */
export const ImportList = () => (
  <BookList<ImportJob>
    title="Imports"
    noun={['import', 'imports']}
    filters={filters}
    sort={{ field: 'createdAt', order: 'DESC' }}
    opens="show"
  >
    <Column source="fileName" label="File" />
    <Column source="status" label="Status" render={({ status }) => <Tag {...statuses[status]} />} />
    <CountColumn source="total" label="Rows" disableSort />
    <CountColumn source="succeeded" label="Imported" disableSort />
    <CountColumn source="failed" label="Rejected" />
    <Column source="createdBy" label="By" disableSort />
    <Column source="createdAt" label="Uploaded" render={({ createdAt }) => dayAndTime(createdAt)} />
  </BookList>
)

interface ImportRow {
  id: string
  rowNo: number
  status: keyof typeof rowWords
  policyNo: string | null
  error: string | null
}

function Rows({ jobId }: { jobId: string }) {
  const { data, isPending, error, refetch } = useGetList<ImportRow>('importJobItems', {
    filter: { jobId },
    sort: { field: 'rowNo', order: 'ASC' },
    pagination: { page: 1, perPage: 500 },
  })
  return (
    <Section
      title="Rows"
      isPending={isPending}
      error={error}
      retry={refetch}
      empty={data?.length === 0 ? 'No rows.' : undefined}
    >
      <SimpleTable<ImportRow>
        label="Rows of the file"
        rows={data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Row', isNumber: true, cell: ({ rowNo }) => rowNo },
          { heading: 'Status', cell: ({ status }) => rowWords[status] },
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
      <Facts
        facts={{
          Status: <Tag {...statuses[job.status]} />,
          Rows: job.total,
          Imported: job.succeeded,
          Refused: job.failed,
          By: job.createdBy ?? '–',
        }}
      />
      <a href={`/bulkUpload?job=${job.id}`}>Open on the upload page</a>
      <Rows jobId={job.id} />
    </Stack>
  )
}

/** One upload with its first 500 rows. */
export const ImportShow = () => (
  <Show title="Import">
    <Upload />
  </Show>
)
