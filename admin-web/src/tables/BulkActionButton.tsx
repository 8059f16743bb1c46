import { Alert, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { ConfirmAction, type Question } from './ConfirmAction.tsx'
import { type ChosenProps, SelectionBar } from './SelectionBar.tsx'

interface Deed<Row> extends Omit<Question, 'title'> {
  title: (rows: readonly Row[]) => string
  nameOf: (row: Row) => string
  /** A past participle, as in "2 of 3 closed." */
  done: string
  act: (row: Row, note: string) => Promise<unknown>
}

interface Outcome<Row> {
  row: Row
  /** The server's message when the action failed. */
  refusal?: string
}

interface DoingProps<Row> extends Deed<Row> {
  rows: readonly Row[]
  onClose: () => void
}

/**
 * Processes the rows one at a time, so that a failed row does not stop the others. Closing the dialog stops before the
 * next row.
 */
function Doing<Row extends RaRecord>({ rows, onClose, title, nameOf, done, act, ...question }: DoingProps<Row>) {
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>()
  const isStopped = useRef(false)
  const run = async (note: string) => {
    setOutcomes([])
    for (const row of rows) {
      if (isStopped.current) return
      const outcome = await act(row, note).then(
        () => ({ row }),
        (problem: Error) => ({ row, refusal: problem.message }),
      )
      setOutcomes((before = []) => [...before, outcome])
    }
  }
  const close = () => {
    isStopped.current = true
    onClose()
  }
  const refused = outcomes?.filter(({ refusal }) => refusal !== undefined) ?? []
  const isDone = outcomes?.length === rows.length
  const content = outcomes ? (
    <>
      <Typography role="status">
        {outcomes.length - refused.length} of {rows.length} {done}
        {isDone ? '.' : ' …'}
      </Typography>
      {refused.map(({ row, refusal }) => (
        <Alert key={row.id} severity="error" sx={{ marginTop: 1 }}>
          {nameOf(row)}: {refusal}
        </Alert>
      ))}
    </>
  ) : undefined
  return (
    <ConfirmAction
      {...question}
      title={title(rows)}
      begun={content && { content, leave: isDone ? 'Done' : 'Stop' }}
      onConfirm={run}
      onClose={close}
    />
  )
}

/** A button that runs an action on each selected row, one call at a time, and shows which rows failed. */
export const BulkActionButton = <Row extends RaRecord>({ label, none, may, ...deed }: ChosenProps<Row> & Deed<Row>) => (
  <SelectionBar<Row> label={label} none={none} may={may}>
    {(rows, close) => <Doing<Row> {...deed} rows={rows} onClose={close} />}
  </SelectionBar>
)
