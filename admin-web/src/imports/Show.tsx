import { Button } from '@mui/material'
import type { ImportJob } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { Show, useGetList, useRecordContext } from 'react-admin'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { ImportStatusTag } from './ImportStatusTag.tsx'

const rowStatusLabels = { queued: 'Queued', done: 'Imported', failed: 'Rejected', cancelled: 'Not imported' } as const

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
    <RecordLayout
      title={job.fileName}
      status={<ImportStatusTag status={job.status} />}
      activity={{ subjectId: String(job.id) }}
      actions={
        <Button variant="outlined" href={`/bulkUpload?job=${job.id}`}>
          Open upload page
        </Button>
      }
    >
      <DescriptionList
        facts={{
          Rows: job.total,
          Imported: job.succeeded,
          Rejected: job.failed,
          'Uploaded by': job.createdBy ?? '–',
          Uploaded: formatDateTime(job.createdAt),
        }}
      />
      <Rows jobId={job.id} />
    </RecordLayout>
  )
}

/** The page of one import with its first 500 rows. */
export default function ImportShow() {
  return (
    <Show title="Import">
      <Upload />
    </Show>
  )
}
