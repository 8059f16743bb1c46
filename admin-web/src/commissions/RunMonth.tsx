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
import { getCommissionRun, startCommissionRun } from '@tideline/sdk/operations'
import { count } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useEffect, useState } from 'react'
import { useRefresh } from 'react-admin'
import type { Month } from './months.ts'

const isOver = (status: string) => status === 'done' || status === 'failed'

/** How far a run is, asked again until it has ended. */
function Progress({ runId }: { runId: string }) {
  const refresh = useRefresh()
  const { data, error } = useQuery({
    queryKey: ['commission run', runId],
    queryFn: async () => (await api.call(getCommissionRun, { path: { runId } })).payload,
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : 1000),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') refresh()
  }, [status, refresh])
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (data?.status === 'failed') return <Alert severity="error">The run was given up: {data.error}</Alert>
  if (data?.status === 'done')
    return (
      <Alert severity="success">
        {data.isClosing ? 'The month is closed' : 'The month is reckoned'}: {count(data.policyCount)} policies.
      </Alert>
    )
  const { policyCount = 0, reckonedCount = 0 } = data ?? {}
  return (
    <>
      <LinearProgress
        aria-label="Policies reckoned"
        variant={policyCount > 0 ? 'determinate' : 'indeterminate'}
        value={policyCount > 0 ? (100 * reckonedCount) / policyCount : 0}
      />
      <Typography role="status" sx={{ marginTop: 1 }}>
        {policyCount > 0 ? `${count(reckonedCount)} of ${count(policyCount)} policies.` : 'The run begins …'}
      </Typography>
    </>
  )
}

function RunDialog({ of, onClose }: { of: Month; onClose: () => void }) {
  const [month, setMonth] = useState(`${of.year}-${String(of.month).padStart(2, '0')}`)
  const start = useMutation({
    mutationFn: (isClosing: boolean) => {
      const [year = 0, number = 0] = month.split('-').map(Number)
      return api.call(startCommissionRun, { body: { year, month: number, isClosing } })
    },
  })
  const isReady = /^\d{4}-\d{2}$/.test(month) && !start.isPending
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
              All open lines of the month and of those before it are reckoned at the rates that count by now. Closing
              then fixes their statements for good.
            </Typography>
            <TextField
              label="Month"
              type="month"
              value={month}
              onChange={({ target }) => setMonth(target.value)}
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
              Reckon only
            </Button>
            <Button color="error" disabled={!isReady} onClick={() => start.mutate(true)}>
              Reckon and close
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Starts the run of a month and shows how far it is. */
export function RunMonth({ of }: { of: Month }) {
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
