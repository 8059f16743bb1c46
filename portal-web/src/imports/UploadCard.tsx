import { useQuery } from '@tanstack/react-query'
import {
  type ImportColumn,
  type ImportHeading,
  type ImportPreview,
  type ImportProblem,
  TidelineError,
} from '@tideline/sdk'
import { bulkUpload, getImportTemplate, previewImport, readImportHeadings } from '@tideline/sdk/operations'
import { listImportColumnsOptions } from '@tideline/sdk/query'
import { capitalize, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DropFrame } from '@tideline/web-kit/ui/DropFrame.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import './imports.css'
import { ColumnMapping } from './ColumnMapping.tsx'
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

/** The columns of the file with their rules. Collapsed, because experienced users rarely need them. */
function ColumnHelp() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    ...listImportColumnsOptions({ client: api.client }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'inline' },
  })
  const columns = query.data?.payload
  return (
    <details className="column-help" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Columns of the file</summary>
      <QueryState query={query} lines={8} label="Loading the columns" problem="The columns could not be loaded" />
      {columns && (
        <Table<ImportColumn>
          caption="Columns of the file"
          rows={columns}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: 'Column', isRowHeader: true, cell: ({ name }) => name },
            {
              key: 'required',
              header: 'Required',
              cell: ({ isRequired }) => (isRequired ? 'Yes' : 'No'),
            },
            { key: 'rule', header: 'Content', cell: ({ rule }) => capitalize(rule) },
            { key: 'sample', header: 'Example', cell: ({ sample }) => sample },
          ]}
        />
      )}
    </details>
  )
}

const accept = {
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

interface FileAreaProps {
  file: File | undefined
  /** Called with a CSV or XLSX file, or with undefined if the file has another type. */
  onFile: (file: File | undefined) => void
}

/** An area for dropping or selecting one file. */
function FileArea({ file, onFile }: FileAreaProps) {
  const [isRejected, setIsRejected] = useState(false)
  const drop = useDropzone({
    ...{ noClick: true, noKeyboard: true, multiple: false, accept },
    onDrop: ([chosen]) => {
      setIsRejected(!chosen)
      onFile(chosen)
    },
  })
  return (
    <>
      <DropFrame {...drop.getRootProps()} isOver={drop.isDragActive}>
        <input {...drop.getInputProps({ 'aria-label': 'CSV or XLSX file' })} />
        <p className="drop-area-text">{file ? <strong>{file.name}</strong> : 'Drop a CSV or XLSX file here, or'}</p>
        <Button variant="secondary" onClick={drop.open}>
          {file ? 'Choose another file' : 'Browse'}
        </Button>
        <p className="muted small">One policy per row, up to 50,000 rows and 25 MB. Rows are imported independently.</p>
      </DropFrame>
      {isRejected && <Alert tone="warning">Choose one CSV or XLSX file.</Alert>}
    </>
  )
}

interface Upload {
  file: File
  /** The headings of the file and the chosen column for each. Undefined if the file has the template's headings. */
  mapping?: { headings: readonly ImportHeading[]; columns: readonly string[] }
}

const toBody = ({ file, mapping }: Upload) => ({ file, ...(mapping && { columns: mapping.columns.join(',') }) })

/** Checks a file. If its headings differ from the template, returns them instead, so that the user can map them. */
async function checkFile(upload: Upload): Promise<{ preview: ImportPreview } | { headings: ImportHeading[] }> {
  try {
    return { preview: (await api.call(previewImport, { body: toBody(upload) })).payload }
  } catch (error) {
    if (upload.mapping || !(error instanceof TidelineError) || error.code !== 'unknown_columns') throw error
    return { headings: (await api.call(readImportHeadings, { body: { file: upload.file } })).payload }
  }
}

/** The card for uploading a file. The file is checked when it is chosen, and then imported by a job. */
export function UploadCard({ onStarted }: { onStarted: (jobId: string) => void }) {
  const [upload, setUpload] = useState<Upload>()
  const [email, setEmail] = useState('')
  const template = useAction(async () => api.call(getImportTemplate, { parseAs: 'text' }), {
    changes: [],
    errorTitle: 'The template could not be loaded.',
    onDone: (text: unknown) => downloadText(String(text), 'tideline-import.csv'),
  })
  const check = useAction(checkFile, {
    changes: [],
    errorTitle: 'The file could not be checked.',
    onDone: (result, { file }) => {
      if (!('headings' in result)) return
      const { headings } = result
      setUpload({ file, mapping: { headings, columns: headings.map(({ column }) => column ?? '') } })
    },
  })
  const start = useAction(
    (upload: Upload) =>
      api.call(bulkUpload, { body: toBody(upload), query: email ? { notificationEmail: email } : {} }),
    {
      changes: ['listImportJobs'],
      errorTitle: 'The file could not be uploaded.',
      onDone: ({ payload }) => onStarted(payload.id),
    },
  )
  const change = (changed: Upload | undefined) => {
    setUpload(changed)
    check.reset()
    start.reset()
  }
  const choose = (file: File | undefined) => {
    change(file && { file })
    if (file) check.run({ file })
  }
  const mapping = upload?.mapping
  const preview = check.result && 'preview' in check.result ? check.result.preview : undefined
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
        <FileArea file={upload?.file} onFile={choose} />
        <ColumnHelp />
        {check.isBusy && <Skeleton lines={2} label="Checking the file" />}
        {problem && (
          <Alert tone="error" title={problem.title}>
            {problem.text}
          </Alert>
        )}
        {upload && !upload.mapping && check.problem && (
          <Button variant="secondary" onClick={() => choose(upload.file)}>
            Check the file again
          </Button>
        )}
        {mapping && (
          <ColumnMapping
            {...mapping}
            onChange={(columns) => change({ ...upload, mapping: { ...mapping, columns } })}
            onCheck={() => check.run(upload)}
            isChecking={check.isBusy}
          />
        )}
        {preview && <Preview preview={preview} />}
        <TextField
          label="Email results to"
          help="Defaults to you."
          optional
          type="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <div className="row">
          <Button
            busy={start.isBusy}
            busyLabel="Uploading…"
            disabledReason={getImportBlocker({
              isChecking: check.isBusy,
              hasProblem: Boolean(check.problem),
              upload,
              preview,
            })}
            onClick={() => upload && start.run(upload)}
          >
            {preview && preview.succeeded > 0 ? `Import ${rows(preview.succeeded)}` : 'Import'}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Returns why the import cannot start yet. */
function getImportBlocker({
  upload,
  isChecking,
  hasProblem,
  preview,
}: {
  upload: Upload | undefined
  isChecking: boolean
  hasProblem: boolean
  preview: ImportPreview | undefined
}) {
  if (!upload) return 'Choose a file first.'
  if (isChecking) return 'The file is being checked.'
  if (!preview) return hasProblem ? 'The file could not be checked.' : 'Check the file first.'
  return preview.succeeded === 0 ? 'No rows can be imported.' : undefined
}
