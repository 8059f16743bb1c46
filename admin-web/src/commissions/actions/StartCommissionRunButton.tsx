import { Button, LinearProgress, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { startCommissionRun } from '@tideline/sdk/operations'
import { getCommissionMonthOptions, getCommissionRunOptions } from '@tideline/sdk/query'
import { formatMoney, formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useEffect, useId, useState } from 'react'
import { useRefresh } from 'react-admin'
import { Alert } from '../../kit/Alert.tsx'
import { Dialog } from '../../kit/dialogs/Dialog.tsx'
import { DryRunPreview } from '../../kit/dialogs/DryRunPreview.tsx'
import { getPayload } from '../../kit/get-payload.ts'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
import { useAction } from '../../kit/useAction.ts'
import { type DryRun, dryRunHeaders, useDryRun } from '../../kit/useDryRun.ts'
import { addMonths, canRunMonth, type Month } from '../months.ts'

const isFinished = (status: string) => status === 'done' || status === 'failed'

/** The progress of a commission run, updated until the run ends. */
function Progress({ runId }: { runId: string }) {
  const refresh = useRefresh()
  const { data, error } = useQuery({
    ...getCommissionRunOptions({ client: api.client, path: { runId } }),
    select: getPayload,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data.payload.status) ? false : 1000),
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
        {data.isClosing ? 'Month closed' : 'Month calculated'}: {formatNumber(data.policyCount)} policies.
      </Alert>
    )
  const { policyCount = 0, calculatedCount = 0 } = data ?? {}
  return (
    <>
      <LinearProgress
        aria-label="Policies calculated"
        variant={policyCount > 0 ? 'determinate' : 'indeterminate'}
        value={policyCount > 0 ? (100 * calculatedCount) / policyCount : 0}
      />
      <Typography role="status" sx={{ marginTop: 1 }}>
        {policyCount > 0
          ? `${formatNumber(calculatedCount)} of ${formatNumber(policyCount)} policies.`
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

/** Loads all agencies' commissions for a month. `data` is undefined while loading and without a month. */
const useCommissionMonth = (of: Month | undefined) =>
  useQuery({
    ...getCommissionMonthOptions({ client: api.client, path: of ?? { year: 0, month: 0 } }),
    select: getPayload,
    enabled: of !== undefined,
  })

/** Returns why a month without a successful preview cannot be run or closed. */
function getDisabledReason(month: Month | undefined, isClosed: boolean, dryRun: DryRun<unknown>): string {
  if (!month) return 'Choose a month.'
  if (isClosed) return 'Choose a month that is not closed.'
  return dryRun.disabledReason ?? 'Loading the preview.'
}

function RunDialog({ of, onClose }: { of: Month; onClose: () => void }) {
  const offered = useCommissionMonth(of)
  const [input, setInput] = useState<string>()
  // Skips a closed month until the user selects a month.
  const month = input ?? toInput(offered.data && !canRunMonth(offered.data) ? addMonths(of, 1) : of)
  const chosen = toMonth(month)
  const { data } = useCommissionMonth(chosen)
  const start = useAction(
    (isClosing: boolean) => api.call(startCommissionRun, { body: { ...(chosen ?? of), isClosing } }),
    { changes: [] },
  )
  const isClosed = data !== undefined && !canRunMonth(data)
  const isRunnable = chosen !== undefined && offered.status !== 'pending' && data !== undefined && !isClosed
  const preview = (isClosing: boolean) =>
    api.call(startCommissionRun, { body: { ...(chosen ?? of), isClosing }, headers: dryRunHeaders })
  const calculating = useDryRun(() => preview(false), isRunnable ? month : undefined)
  // One run can be in progress at a time, so the second dry run starts after the first one.
  const closing = useDryRun(() => preview(true), isRunnable && calculating.result ? month : undefined)
  const reasonId = useId()
  const calculateReason = calculating.result ? undefined : getDisabledReason(chosen, isClosed, calculating)
  const closeReason = calculateReason ?? (closing.result ? undefined : getDisabledReason(chosen, false, closing))
  return (
    <Dialog
      title="Run a month"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{start.result ? 'Close' : 'Cancel'}</Button>
          {start.result ? null : (
            <>
              {closeReason ? (
                <Typography id={reasonId} variant="body2" color="text.secondary">
                  {closeReason}
                </Typography>
              ) : null}
              <Button
                disabled={calculateReason !== undefined || start.isBusy}
                {...(calculateReason && { 'aria-describedby': reasonId })}
                onClick={() => start.run(false)}
              >
                Calculate only
              </Button>
              <Button
                color="error"
                disabled={closeReason !== undefined || start.isBusy}
                {...(closeReason && { 'aria-describedby': reasonId })}
                onClick={() => start.run(true)}
              >
                Calculate and close
              </Button>
            </>
          )}
        </>
      }
    >
      {start.problem ? <Alert severity="error">{start.problem.text}</Alert> : null}
      {start.result ? (
        <Progress runId={start.result.payload.runId} />
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
          <DryRunPreview dryRun={calculating}>
            {() =>
              data ? (
                <DescriptionList
                  facts={{
                    'Open statements': formatNumber(data.openCount),
                    'Total before the run': formatMoney(data.total),
                    'Pending commission': formatMoney(data.pendingCommission),
                  }}
                />
              ) : null
            }
          </DryRunPreview>
          {closing.rejection ? (
            <Alert severity="info" role="status" sx={{ marginTop: 1 }}>
              The statements cannot be closed now: {closing.rejection}
            </Alert>
          ) : null}
        </>
      )}
    </Dialog>
  )
}

/** A button that starts the commission run of a month and shows its progress. */
export function StartCommissionRunButton({ of }: { of: Month }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="contained" size="small" onClick={() => setIsOpen(true)}>
        Run a month
      </Button>
      {isOpen ? <RunDialog of={of} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
