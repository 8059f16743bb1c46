import { useQuery } from '@tanstack/react-query'
import type { ImportJobItem } from '@tideline/sdk'
import { cancelImportJob, followImportJob, getImportErrors, getImportJob } from '@tideline/sdk/operations'
import { getImportJobQueryKey, listImportJobItemsOptions } from '@tideline/sdk/query'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useLiveQuery } from '@tideline/web-kit/session/useLiveQuery.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { downloadText } from './download-text.ts'
import { isImportRunning } from './labels.ts'

/** The first hundred rejected rows of an import. */
function RejectedRows({ jobId, count }: { jobId: string; count: number }) {
  const items = useQuery({
    ...listImportJobItemsOptions({ client: api.client, path: { jobId }, query: { status: 'failed', take: 100 } }),
    meta: { errors: 'inline' },
  })
  return (
    <>
      <QueryState query={items} lines={4} label="Loading the rows" problem="The rows could not be loaded" />
      {items.data && (
        <Table<ImportJobItem>
          caption="Rejected rows"
          rows={items.data.payload.items}
          rowKey={({ id }) => id}
          columns={[
            { key: 'rowNo', header: 'Row', cell: ({ rowNo }) => rowNo, isNumber: true, isRowHeader: true },
            { key: 'error', header: 'Reason', cell: ({ error }) => error },
          ]}
        />
      )}
      {count > 100 && <p className="muted">Only the first 100 rows are shown. The file contains all rows.</p>}
    </>
  )
}

/** The card with the progress of an import and its actions. */
export function ImportJobCard({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const query = useLiveQuery({
    queryKey: getImportJobQueryKey({ client: api.client, path: { jobId } }),
    read: async (signal) => (await api.call(getImportJob, { path: { jobId }, signal })).payload,
    follow: (signal) => api.follow(followImportJob, { path: { jobId }, signal }),
    isInProgress: isImportRunning,
    meta: { errors: 'inline' },
  })
  const cancel = useAction(() => api.call(cancelImportJob, { path: { jobId } }), {
    changes: ['getImportJob', 'listImportJobs'],
    successToast: 'The import was cancelled.',
  })
  const save = useAction(() => api.call(getImportErrors, { path: { jobId }, parseAs: 'text' }), {
    changes: [],
    errorTitle: 'The file could not be loaded.',
    onDone: (text: unknown) => downloadText(String(text), 'errors-of-import.csv'),
  })
  const job = query.data
  const problem = cancel.problem ?? save.problem
  return (
    <Card
      title={job ? job.fileName : 'Upload'}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Upload another file
        </Button>
      }
    >
      <QueryState query={query} lines={6} label="Loading the upload" problem="The upload could not be loaded" />
      {job && (
        <div className="stack">
          <progress
            aria-label={`${job.succeeded + job.failed} of ${job.total} rows`}
            max={job.total}
            value={job.succeeded + job.failed}
          />
          <div role="status">
            <DetailList
              facts={[
                { label: 'Status', value: importStatusLabels[job.status] },
                { label: 'Rows', value: job.total, isNumber: true },
                { label: 'Imported', value: job.succeeded, isNumber: true },
                { label: 'Rejected', value: job.failed, isNumber: true },
              ]}
            />
          </div>
          {job.error && (
            <Alert tone="error" role="status">
              {job.error}
            </Alert>
          )}
          {problem && (
            <Alert tone="error" title={problem.title}>
              {problem.text}
            </Alert>
          )}
          <div className="row">
            {isImportRunning(job) && (
              <Button variant="danger" busy={cancel.isBusy} onClick={() => cancel.run(undefined)}>
                Cancel import
              </Button>
            )}
            {job.failed > 0 && (
              <Button variant="secondary" busy={save.isBusy} onClick={() => save.run(undefined)}>
                Download rejected rows
              </Button>
            )}
          </div>
          {job.failed > 0 && !isImportRunning(job) && <RejectedRows jobId={jobId} count={job.failed} />}
        </div>
      )}
    </Card>
  )
}
