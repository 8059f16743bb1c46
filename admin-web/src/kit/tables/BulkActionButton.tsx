import { Typography } from '@mui/material'
import { useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { Alert } from '../Alert.tsx'
import { type ActionDescription, ConfirmActionDialog } from '../dialogs/ConfirmActionDialog.tsx'
import { BulkRejections } from './BulkRejections.tsx'
import { SelectionButton, type SelectionProps } from './SelectionButton.tsx'
import { getBulkDisabledReason, useBulkDryRun } from './useBulkDryRun.ts'

interface BulkAction<Row> extends Omit<ActionDescription, 'title'> {
  title: (rows: readonly Row[]) => string
  nameOf: (row: Row) => string
  /** The verb for processed rows, as in "2 of 3 closed." */
  done: string
  act: (row: Row, note: string) => Promise<unknown>
  /** The action as a dry run. Rows that it rejects are listed before the user confirms, and skipped (UI-23). */
  dryRun?: (row: Row) => Promise<unknown>
  /** The noun for a row in the singular and the plural. */
  noun?: readonly [one: string, many: string]
}

interface Outcome<Row> {
  row: Row
  /** The server's error message, if the action failed. */
  error?: string
}

interface BulkActionDialogProps<Row> extends BulkAction<Row> {
  rows: readonly Row[]
  /** Called with whether the action was started. */
  onClose: (isStarted: boolean) => void
}

/**
 * A dialog that processes the rows one at a time. A failed row does not stop the other rows. Closing the dialog stops
 * before the next row.
 */
function BulkActionDialog<Row extends RaRecord>({
  rows: selected,
  onClose,
  title,
  nameOf,
  done,
  act,
  dryRun,
  noun = ['row', 'rows'],
  ...question
}: BulkActionDialogProps<Row>) {
  const rejections = useBulkDryRun(selected, dryRun)
  const rows = selected.filter((row) => !rejections?.some((rejection) => rejection.row === row))
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>()
  const isStopped = useRef(false)
  const run = async (note: string) => {
    setOutcomes([])
    for (const row of rows) {
      if (isStopped.current) return
      const outcome = await act(row, note).then(
        () => ({ row }),
        (problem: Error) => ({ row, error: problem.message }),
      )
      setOutcomes((before = []) => [...before, outcome])
    }
  }
  const close = () => {
    isStopped.current = true
    onClose(outcomes !== undefined)
  }
  const failed = outcomes?.filter(({ error }) => error !== undefined) ?? []
  const isDone = outcomes?.length === rows.length
  const content = outcomes ? (
    <>
      <Typography role="status">
        {outcomes.length - failed.length} of {rows.length} {done}
        {isDone ? '.' : ' …'}
      </Typography>
      {failed.map(({ row, error }) => (
        <Alert key={row.id} severity="error" sx={{ marginTop: 1 }}>
          {nameOf(row)}: {error}
        </Alert>
      ))}
    </>
  ) : undefined
  return (
    <ConfirmActionDialog
      {...question}
      title={title(rows)}
      disabledReason={getBulkDisabledReason(rejections, rows.length)}
      effect={
        dryRun ? <BulkRejections total={selected.length} noun={noun} rejections={rejections} nameOf={nameOf} /> : null
      }
      started={content && { content, leave: isDone ? 'Done' : 'Stop' }}
      onSubmit={run}
      onClose={close}
    />
  )
}

/** A button that runs an action on each selected row, one call at a time, and shows which rows failed. */
export const BulkActionButton = <Row extends RaRecord>({
  label,
  disabledReason,
  canSelect: may,
  ...buttonProps
}: SelectionProps<Row> & BulkAction<Row>) => (
  <SelectionButton<Row> label={label} {...(disabledReason !== undefined && { disabledReason })} canSelect={may}>
    {(rows, close) => <BulkActionDialog<Row> {...buttonProps} rows={rows} onClose={close} />}
  </SelectionButton>
)
