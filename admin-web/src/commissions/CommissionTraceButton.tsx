import {
  Alert,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { CommissionTransaction } from '@tideline/sdk'
import { traceCommissionTransaction } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'

function TraceText({ statementId, id }: Pick<CommissionTransaction, 'statementId' | 'id'>) {
  const { data, error } = useQuery({
    queryKey: ['commission trace', id],
    queryFn: () => api.call(traceCommissionTransaction, { path: { statementId, lineId: id } }),
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return <CircularProgress size={24} aria-label="Loading" />
  return data.payload.words.map((sentence, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences do not change their places
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
      <Button size="small" aria-label={`How ${line.policyNo} was calculated`} onClick={() => setIsOpen(true)}>
        How?
      </Button>
      {isOpen ? (
        <Dialog open onClose={close} aria-labelledby="trace-title">
          <DialogTitle id="trace-title">How this commission was calculated</DialogTitle>
          <DialogContent>
            <TraceText {...line} />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}
