import { Button, CircularProgress, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { CommissionTransaction } from '@tideline/sdk'
import { traceCommissionTransactionOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Alert } from '../../kit/Alert.tsx'
import { NoticeDialog } from '../../kit/dialogs/NoticeDialog.tsx'

function TraceText({ statementId, id }: Pick<CommissionTransaction, 'statementId' | 'id'>) {
  const { data, error } = useQuery(
    traceCommissionTransactionOptions({ client: api.client, path: { statementId, lineId: id } }),
  )
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return <CircularProgress size={24} aria-label="Loading" />
  return data.payload.steps.map((sentence, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the sentences never changes
    <Typography key={place} sx={{ marginBottom: 1 }}>
      {sentence}
    </Typography>
  ))
}

/**
 * A button that shows how a commission line was calculated: the transaction, base, rate and other agencies'
 * commissions.
 */
export function CommissionTraceButton({ line }: { line: CommissionTransaction }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="small" aria-label={`View calculation for ${line.policyNo}`} onClick={() => setIsOpen(true)}>
        View calculation
      </Button>
      {isOpen ? (
        <NoticeDialog title="Commission calculation" size="medium" onClose={close}>
          <TraceText {...line} />
        </NoticeDialog>
      ) : null}
    </>
  )
}
