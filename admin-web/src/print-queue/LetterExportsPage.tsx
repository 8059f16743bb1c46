import { Button } from '@mui/material'
import type { LetterExport, RejectedMailing } from '@tideline/sdk'
import { recordExportMailing } from '@tideline/sdk/operations'
import { listLetterExportsInfiniteOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDateTime, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Title, useNotify, usePermissions } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { PlainList } from '../kit/records/PlainList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { useAction } from '../kit/useAction.ts'
import { downloadExport } from './actions/download-export.ts'
import { MailingDialog } from './actions/MailingDialog.tsx'

interface ExportActionsProps {
  letterExport: LetterExport
  onRejected: (rejected: RejectedMailing[]) => void
}

function ExportActions({ letterExport, onRejected }: ExportActionsProps) {
  const { exportId, exportNo, unmailedCount } = letterExport
  const [isOpen, setIsOpen] = useState(false)
  const notify = useNotify()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const download = useAction(() => downloadExport(letterExport), {
    changes: [],
    onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }),
  })
  const record = useAction(
    (mailedOn: string) => api.call(recordExportMailing, { path: { exportId }, body: { mailedOn } }),
    {
      changes: 'everything',
      successMessage: ({ payload: { mailedCount } }) =>
        `The mailing date of ${mailedCount} ${mailedCount === 1 ? 'letter' : 'letters'} was recorded.`,
      onDone: ({ payload }) => {
        onRejected(payload.rejected)
        setIsOpen(false)
      },
    },
  )
  if (roles.includes('readonly')) return null
  return (
    <WrappingRow spacing={0.5}>
      <Button
        size="small"
        aria-label={`Download export ${exportNo}`}
        disabled={download.isBusy}
        onClick={() => download.run()}
      >
        Download
      </Button>
      {unmailedCount > 0 ? (
        <Button size="small" aria-label={`Record mailing of export ${exportNo}`} onClick={() => setIsOpen(true)}>
          Record mailing
        </Button>
      ) : null}
      {isOpen ? (
        <MailingDialog
          title={`Record mailing of export ${exportNo}`}
          isBusy={record.isBusy}
          problem={record.problem}
          onSubmit={record.run}
          onClose={() => setIsOpen(false)}
        >
          The date applies to {unmailedCount} {unmailedCount === 1 ? 'letter' : 'letters'} without a mailing date. The
          notice periods begin on this date.
        </MailingDialog>
      ) : null}
    </WrappingRow>
  )
}

const RejectedMailings = ({ rejected }: { rejected: RejectedMailing[] }) => (
  <Alert severity="warning" role="alert">
    The mailing date of {rejected.length} {rejected.length === 1 ? 'letter' : 'letters'} was not recorded:
    <PlainList>
      {rejected.map(({ letterId, policyNo, recipientName, message }) => (
        <li key={letterId}>
          {policyNo}, {recipientName}: {message}
        </li>
      ))}
    </PlainList>
  </Alert>
)

/** The exports of letters for the print vendor, newest first. */
export default function LetterExportsPage() {
  const [rejected, setRejected] = useState<RejectedMailing[]>([])
  const { rows, query, more } = usePagedList(
    listLetterExportsInfiniteOptions({ client: api.client, query: { take: 25 } }),
  )
  return (
    <RecordLayout title="Letter exports">
      <Title title="Letter exports" />
      {rejected.length > 0 ? <RejectedMailings rejected={rejected} /> : null}
      <Section
        title="Exports"
        query={query}
        empty={rows.length === 0 ? 'No exports. Exports of the print queue appear here.' : undefined}
      >
        <SimpleTable<LetterExport>
          label="Exports"
          rows={rows}
          rowKey={({ exportId }) => exportId}
          columns={[
            { heading: 'Export', isTitle: true, cell: ({ exportNo }) => exportNo },
            { heading: 'Exported', cell: ({ createdAt }) => formatDateTime(createdAt) },
            { heading: 'Exported by', cell: ({ createdBy }) => createdBy },
            { heading: 'Letters', isNumber: true, cell: ({ letterCount }) => formatNumber(letterCount) },
            {
              heading: 'No mailing date',
              isNumber: true,
              cell: ({ unmailedCount }) => formatNumber(unmailedCount),
            },
            {
              heading: '',
              cell: (letterExport) => <ExportActions letterExport={letterExport} onRejected={setRejected} />,
            },
          ]}
        />
        {more}
      </Section>
    </RecordLayout>
  )
}
