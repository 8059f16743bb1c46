import { Button, Typography } from '@mui/material'
import type { MoratoriumEvent } from '@tideline/sdk'
import { saveMoratorium, withdrawMoratorium } from '@tideline/sdk/operations'
import { formatDate, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { type ReactNode, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { PreviewedActionDialog } from '../../kit/dialogs/PreviewedActionDialog.tsx'
import { CalendarDateField } from '../../kit/fields/CalendarDateField.tsx'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
import { RowActions } from '../../kit/tables/RowActions.tsx'
import { useOpenRowDialog } from '../../kit/tables/RowDialogs.tsx'
import { statusLabels } from '../labels.ts'
import { getNextDate, getYesterday, toMoratoriumRequest } from '../moratorium-input.ts'

interface DialogProps {
  event: MoratoriumEvent
  onClose: () => void
}

function StopForm({ event, onClose }: DialogProps) {
  const [lastDay, setLastDay] = useState(getYesterday)
  const isTooLate = lastDay > getYesterday()
  const counties = event.locations.length
  // Sends the payload that the specification documents: the complete moratorium event. The stop date is in ISO format
  // without milliseconds.
  const body = { ...toMoratoriumRequest(event), id: event.id, stopDate: `${lastDay}T00:00:00Z` }
  const isPossible = lastDay !== '' && !isTooLate
  return (
    <PreviewedActionDialog
      title="Stop Moratorium"
      submitLabel="Stop moratorium"
      danger
      disabledReason={isPossible ? undefined : 'Choose a last day before today.'}
      act={(dryRun) => api.call(saveMoratorium, { body, ...dryRun })}
      successMessage={`${event.name} was stopped.`}
      previewInput={isPossible ? lastDay : undefined}
      preview={({ payload }) => <EndedEvent before={event} after={payload} />}
      onClose={onClose}
    >
      <Typography>
        {event.name} started on {formatDate(event.startDate)}. Stopping it ends it in{' '}
        {counties === 1 ? 'its county' : `all its ${counties} counties`}. Restricted transactions are accepted again as
        of {lastDay && !isTooLate ? formatDate(getNextDate(lastDay)) : 'the next day'}. A stopped moratorium cannot be
        restarted.
      </Typography>
      <CalendarDateField
        label="Last day"
        value={lastDay}
        onChange={(change) => setLastDay(change.target.value)}
        required
        margin="normal"
        error={isTooLate}
        helperText="Yesterday or earlier."
        min={event.startDate}
        max={getYesterday()}
      />
    </PreviewedActionDialog>
  )
}

const formatEnd = ({ status, stopDate }: Pick<MoratoriumEvent, 'status' | 'stopDate'>) =>
  `${statusLabels[status]}${stopDate ? `, last day ${formatDate(stopDate)}` : ''}`

/** The moratorium before and after the action, as the server returned it (UI-23). */
const EndedEvent = ({ before, after }: { before: MoratoriumEvent; after: MoratoriumEvent }) => (
  <DescriptionList
    facts={{ Before: formatEnd(before), After: formatEnd(after), Counties: formatNumber(after.locations.length) }}
  />
)

/** A dialog that withdraws a moratorium immediately (MOR-5). `children` is the dialog's explanation. */
function WithdrawDialog({ event, onClose, title, children }: DialogProps & { title: string; children?: ReactNode }) {
  return (
    <PreviewedActionDialog
      title={title}
      submitLabel="Withdraw moratorium"
      danger
      act={(dryRun) => api.call(withdrawMoratorium, { path: { moratoriumId: event.id }, ...dryRun })}
      successMessage={`${event.name} was withdrawn.`}
      previewInput={event.id}
      preview={({ payload }) => <EndedEvent before={event} after={payload} />}
      onClose={onClose}
    >
      {children}
      <Typography>
        {event.name} ends immediately in every county. Transactions that it rejected stay in its log. A withdrawn
        moratorium cannot be started again.
      </Typography>
    </PreviewedActionDialog>
  )
}

/** A dialog that stops a moratorium on a past date. A moratorium that started too recently can be withdrawn instead. */
const StopDialog = ({ event, onClose }: DialogProps) =>
  event.startDate > getYesterday() ? (
    <WithdrawDialog event={event} onClose={onClose} title="Stop Moratorium">
      <Typography gutterBottom>
        The last day of a stopped moratorium is yesterday or earlier. {event.name} starts on{' '}
        {formatDate(event.startDate)}, so it cannot be stopped yet. You can withdraw it instead.
      </Typography>
    </WithdrawDialog>
  ) : (
    <StopForm event={event} onClose={onClose} />
  )

/** The Stop and Withdraw buttons of an active moratorium in a list row. */
export function MoratoriumButtons() {
  const event = useRecordContext<MoratoriumEvent>()
  const openDialog = useOpenRowDialog()
  if (event?.status !== 'active') return null
  const stop = () => openDialog((onClose) => <StopDialog event={event} onClose={onClose} />)
  const withdraw = () =>
    openDialog((onClose) => <WithdrawDialog event={event} onClose={onClose} title="Withdraw moratorium" />)
  return (
    <RowActions>
      <Button size="small" color="error" aria-label={`Stop ${event.name}`} onClick={stop}>
        Stop
      </Button>
      <Button size="small" color="error" aria-label={`Withdraw ${event.name}`} onClick={withdraw}>
        Withdraw
      </Button>
    </RowActions>
  )
}
