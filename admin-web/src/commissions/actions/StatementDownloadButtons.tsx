import { Button, Stack } from '@mui/material'
import type { AdminCommissionStatement, CommissionFileFormat } from '@tideline/sdk'
import { exportCommissionStatement } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { useNotify } from 'react-admin'
import { useAction } from '../../kit/useAction.ts'

const formats: CommissionFileFormat[] = ['pdf', 'xlsx', 'csv']

/** Buttons that download the statement as a PDF, Excel or CSV file. */
export function StatementDownloadButtons({ statement }: { statement: AdminCommissionStatement }) {
  const { statementId, agencyNo, year, month } = statement
  const notify = useNotify()
  const download = useAction(
    async (format: CommissionFileFormat) => {
      const file = await api.call(exportCommissionStatement, {
        path: { statementId },
        query: { format },
        parseAs: 'blob',
      })
      downloadFile(file as Blob, `commission-${agencyNo}-${year}-${String(month).padStart(2, '0')}.${format}`)
    },
    { changes: [], onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }) },
  )
  return (
    <Stack direction="row" spacing={1}>
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          variant="outlined"
          disabled={download.isBusy}
          aria-label={`Download as ${format.toUpperCase()}`}
          onClick={() => download.run(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Stack>
  )
}
