import type { ImportPreview, ImportProblem } from '@tideline/sdk'
import { bulkUpload, getImportTemplate, previewImport } from '@tideline/sdk/operations'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type ChangeEvent, useState } from 'react'
import { downloadText } from './download-text.ts'

const rows = (many: number) => `${formatNumber(many)} ${many === 1 ? 'row' : 'rows'}`

/** The result of the file check: the number of rows, and the problems by row and column. */
function Preview({ preview }: { preview: ImportPreview }) {
  const { total, failed, problems, isCapped } = preview
  if (failed === 0) return <Alert tone="success">{`${rows(total)} checked. All can be imported.`}</Alert>
  return (
    <>
      <Alert tone="warning" title={`${formatNumber(failed)} of ${rows(total)} cannot be imported`}>
        Correct the file and check it again, or import the other rows. You can download the rejected rows afterward.
      </Alert>
      <Table<ImportProblem>
        caption="Problems in the file"
        rows={problems}
        rowKey={({ rowNo, column, message }) => `${rowNo} ${column} ${message}`}
        columns={[
          { key: 'rowNo', header: 'Row', cell: ({ rowNo }) => rowNo, isNumber: true, isRowHeader: true },
          { key: 'column', header: 'Column', cell: ({ column }) => column },
          { key: 'message', header: 'Problem', cell: ({ message }) => message },
        ]}
      />
      {isCapped && <p className="muted">Only the first 1,000 problems are listed.</p>}
    </>
  )
}

/** The card for uploading a file. The file is checked first and then imported by a job. */
export function UploadCard({ onStarted }: { onStarted: (jobId: string) => void }) {
  const [file, setFile] = useState<File>()
  const [email, setEmail] = useState('')
  const template = useAction(async () => api.call(getImportTemplate, { parseAs: 'text' }), {
    changes: [],
    errorTitle: 'The template could not be loaded.',
    onDone: (text: unknown) => downloadText(String(text), 'tideline-import.csv'),
  })
  const check = useAction((file: File) => api.call(previewImport, { body: { file } }), {
    changes: [],
    errorTitle: 'The file could not be checked.',
  })
  const start = useAction(
    (file: File) => api.call(bulkUpload, { body: { file }, query: email ? { notificationEmail: email } : {} }),
    {
      changes: ['listImportJobs'],
      errorTitle: 'The file could not be uploaded.',
      onDone: ({ payload }) => onStarted(payload.id),
    },
  )
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setFile(target.files?.[0])
    check.reset()
    start.reset()
  }
  const preview = check.result?.payload
  const why = !file ? 'Choose a file first.' : !preview ? 'Check the file first.' : undefined
  const noRow = preview?.succeeded === 0 ? 'No rows can be imported.' : undefined
  const problem = start.problem ?? check.problem ?? template.problem
  return (
    <Card
      title="Upload policies"
      actions={
        <Button variant="secondary" busy={template.isBusy} onClick={() => template.run(undefined)}>
          Download the template
        </Button>
      }
    >
      <div className="stack">
        <p>One policy per row, up to 50,000 rows and 25 MB. Rows are imported independently.</p>
        <TextField label="CSV or XLSX file" type="file" accept=".csv,.xlsx" onChange={choose} />
        <TextField
          label="Email results to"
          help="Defaults to you."
          optional
          type="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        {problem && (
          <Alert tone="error" title={problem.title}>
            {problem.text}
          </Alert>
        )}
        {preview && <Preview preview={preview} />}
        <div className="row">
          <Button
            variant={preview ? 'secondary' : 'primary'}
            busy={check.isBusy}
            busyLabel="Checking…"
            disabledReason={file ? undefined : 'Choose a file first.'}
            onClick={() => file && check.run(file)}
          >
            Check the file
          </Button>
          <Button
            variant={preview ? 'primary' : 'secondary'}
            busy={start.isBusy}
            busyLabel="Uploading…"
            disabledReason={why ?? noRow}
            onClick={() => file && start.run(file)}
          >
            {preview && preview.succeeded > 0 ? `Import ${rows(preview.succeeded)}` : 'Import'}
          </Button>
        </div>
      </div>
    </Card>
  )
}
