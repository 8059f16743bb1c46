import { Button, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { MoratoriumEvent } from '@tideline/sdk'
import { saveMoratorium } from '@tideline/sdk/operations'
import { day } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, useRecordContext, useRefresh } from 'react-admin'
import { DayField } from '../DayField.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { nextDay, writeOf, yesterday } from './write.ts'

function Stop({ event, onClose }: { event: MoratoriumEvent; onClose: () => void }) {
  const [lastDay, setLastDay] = useState(yesterday)
  const notify = useNotify()
  const refresh = useRefresh()
  const isTooLate = lastDay > yesterday()
  const counties = event.locations.length
  const stop = useMutation({
    // The documented payload: the whole event with its stop date in ISO format without milliseconds (spec 2 §6).
    mutationFn: () =>
      api.call(saveMoratorium, { body: { ...writeOf(event), id: event.id, stopDate: `${lastDay}T00:00:00Z` } }),
    onSuccess: () => {
      notify(`${event.name} was stopped.`, { type: 'success' })
      refresh()
      onClose()
    },
  })
  return (
    <FormDialog
      title="Stop Moratorium"
      confirm="Stop the moratorium"
      isGrave
      isReady={lastDay !== '' && !isTooLate}
      isBusy={stop.isPending}
      problem={stop.error?.message}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    >
      <Typography>
        {event.name} holds since {day(event.startDate)} and ends in{' '}
        {counties === 1 ? 'its county' : `all its ${counties} counties`}. What it stopped is taken again from{' '}
        {lastDay && !isTooLate ? day(nextDay(lastDay)) : 'the next day'} on, and an event that has stopped does not
        start anew.
      </Typography>
      <DayField
        label="Last day"
        value={lastDay}
        onChange={(change) => setLastDay(change.target.value)}
        required
        margin="normal"
        error={isTooLate}
        helperText="Yesterday or earlier."
        min={event.startDate}
        max={yesterday()}
      />
    </FormDialog>
  )
}

/** Ends the event of this row, for one that has not ended. */
export function StopMoratorium() {
  const event = useRecordContext<MoratoriumEvent>()
  const [isOpen, setIsOpen] = useState(false)
  if (!event || event.stopDate) return null
  return (
    // The row leads to its form; nothing that is pressed here does.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks to itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows are opened by clicks alone
    <span onClick={(click) => click.stopPropagation()}>
      <Button size="small" color="error" aria-label={`Stop ${event.name}`} onClick={() => setIsOpen(true)}>
        Stop
      </Button>
      {isOpen ? <Stop event={event} onClose={() => setIsOpen(false)} /> : null}
    </span>
  )
}
