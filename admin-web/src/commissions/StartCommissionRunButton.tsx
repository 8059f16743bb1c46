import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getCommissionMonth, getCommissionRun, startCommissionRun } from '@tideline/sdk/operations'
import { formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useEffect, useState } from 'react'
import { useRefresh } from 'react-admin'
import { addMonths, canRunMonth, type Month } from './months.ts'

const isFinished = (status: string) => status === 'done' || status === 'failed'

/** The progress of a commission run, updated until the run ends. */
function Progress({ runId }: { runId: string }) {
  const refresh = useRefresh()
  const { data, error } = useQuery({
    queryKey: ['commission run', runId],
    queryFn: async () => (await api.call(getCommissionRun, { path: { runId } })).payload,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data.status) ? false : 1000),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') refresh()
  }, [status, refresh])
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (data?.status === 'failed') return <Alert severity="error">The run failed: {data.error}</Alert>
  if (data?.status === 'done')
    return (
      <Alert severity="success">
        {data.isClosing ? 'The month is closed' : 'The month is calculated'}: {formatNumber(data.policyCount)} policies.
      </Alert>
    )
  const { policyCount = 0, reckonedCount = 0 } = data ?? {}
  return (
    <>
      <LinearProgress
        aria-label="Policies calculated"
        variant={policyCount > 0 ? 'determinate' : 'indeterminate'}
        value={policyCount > 0 ? (100 * reckonedCount) / policyCount : 0}
      />
      <Typography role="status" sx={{ marginTop: 1 }}>
        {policyCount > 0
          ? `${formatNumber(reckonedCount)} of ${formatNumber(policyCount)} policies.`
          : 'The run is starting…'}
      </Typography>
    </>
  )
}

const toInput = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}`

function toMonth(input: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(input) ?? []
  return month === undefined ? undefined : { year: Number(year), month: Number(month) }
}

/**
 * Loads the commissions of all agencies in a month. The data is undefined while it loads and when no month is given.
 */
const useCommissionMonth = (of: Month | undefined) =>
  useQuery({
    queryKey: ['commission month', of && formatMonth(of)],
    queryFn: async () => (await api.call(getCommissionMonth, { path: of ?? { year: 0, month: 0 } })).payload,
    enabled: of !== undefined,
  })

function RunDialog({ of, onClose }: { of: Month; onClose: () => void }) {
  const offered = useCommissionMonth(of)
  const [input, setInput] = useState<string>()
  // Until the user selects a month, a closed month is skipped.
  const month = input ?? toInput(offered.data && !canRunMonth(offered.data) ? addMonths(of, 1) : of)
  const chosen = toMonth(month)
  const { data } = useCommissionMonth(chosen)
  const start = useMutation({
    mutationFn: (isClosing: boolean) => api.call(startCommissionRun, { body: { ...(chosen ?? of), isClosing } }),
  })
  const isClosed = data !== undefined && !canRunMonth(data)
  const isReady = chosen !== undefined && offered.status !== 'pending' && !isClosed && !start.isPending
  return (
    <Dialog open onClose={onClose} aria-labelledby="run-title" fullWidth maxWidth="sm">
      <DialogTitle id="run-title">Run a month</DialogTitle>
      <DialogContent>
        {start.isError ? <Alert severity="error">{start.error.message}</Alert> : null}
        {start.data ? (
          <Progress runId={start.data.payload.runId} />
        ) : (
          <>
            <Typography>
              This recalculates all open lines of the month and of earlier months at the current rates. Closing makes
              their statements final.
            </Typography>
            <TextField
              label="Month"
              type="month"
              value={month}
              onChange={({ target }) => setInput(target.value)}
              error={isClosed}
              helperText={isClosed && chosen ? `${formatMonth(chosen)} is closed. Choose a later month.` : undefined}
              margin="normal"
              fullWidth
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{start.data ? 'Close' : 'Cancel'}</Button>
        {start.data ? null : (
          <>
            <Button disabled={!isReady} onClick={() => start.mutate(false)}>
              Calculate only
            </Button>
            <Button color="error" disabled={!isReady} onClick={() => start.mutate(true)}>
              Calculate and close
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** A button that starts the commission run of a month and shows its progress. */
export function StartCommissionRunButton({ of }: { of: Month }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Run a month
      </Button>
      {isOpen ? <RunDialog of={of} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
