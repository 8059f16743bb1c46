import { Button, Stack } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminCommissionStatement, CommissionFileFormat } from '@tideline/sdk'
import { exportCommissionStatement } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify } from 'react-admin'

const formats: CommissionFileFormat[] = ['pdf', 'xlsx', 'csv']

function downloadFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Buttons that download the statement as a PDF, Excel or CSV file. */
export function StatementDownloadButtons({ statement }: { statement: AdminCommissionStatement }) {
  const { statementId, agencyNo, year, month } = statement
  const notify = useNotify()
  const download = useMutation({
    mutationFn: async (format: CommissionFileFormat) => {
      const file = await api.call(exportCommissionStatement, {
        path: { statementId },
        query: { format },
        parseAs: 'blob',
      })
      downloadFile(file as Blob, `commission-${agencyNo}-${year}-${String(month).padStart(2, '0')}.${format}`)
    },
    onError: (problem) => notify(problem.message, { type: 'error' }),
  })
  return (
    <Stack direction="row" spacing={1}>
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          variant="outlined"
          disabled={download.isPending}
          aria-label={`Download as ${format.toUpperCase()}`}
          onClick={() => download.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Stack>
  )
}
