import { useQuery } from '@tanstack/react-query'
import type { ImportJob } from '@tideline/sdk'
import { listImportJobsOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

/** The latest imports of all users. */
export function RecentUploadsCard({ onLook: onSelect }: { onLook: (jobId: string) => void }) {
  const query = useQuery({
    ...listImportJobsOptions({ client: api.client, query: { take: 20 } }),
    meta: { errors: 'inline' },
  })
  const jobs = query.data?.payload.items
  return (
    <Card title="Uploads">
      <QueryState query={query} lines={4} label="Loading the uploads" problem="The uploads could not be loaded" />
      {jobs?.length === 0 && <p className="muted">No uploads yet.</p>}
      {jobs && jobs.length > 0 && (
        <Table<ImportJob>
          caption="Uploads"
          rows={jobs}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'file',
              header: 'File',
              isRowHeader: true,
              cell: ({ id, fileName }) => (
                <Button variant="quiet" onClick={() => onSelect(id)}>
                  {fileName}
                </Button>
              ),
            },
            { key: 'status', header: 'Status', cell: ({ status }) => importStatusLabels[status] },
            { key: 'succeeded', header: 'Imported', isNumber: true, cell: ({ succeeded }) => succeeded },
            { key: 'failed', header: 'Rejected', isNumber: true, cell: ({ failed }) => failed },
            { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy },
            { key: 'at', header: 'Uploaded', cell: ({ createdAt }) => formatDateTime(createdAt) },
          ]}
        />
      )}
    </Card>
  )
}
