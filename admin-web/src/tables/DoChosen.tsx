import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type RaRecord, useListContext, useRefresh, useUnselectAll } from 'react-admin'

interface Deed<Row> {
  title: (rows: readonly Row[]) => string
  /** What it means, said before it is done. */
  meaning: ReactNode
  confirm: string
  /** What cannot be taken back, or ends something. */
  isGrave?: boolean
  /** What has to be said for it, once for all rows. */
  note?: string
  nameOf: (row: Row) => string
  /** As in "2 of 3 closed." */
  done: string
  act: (row: Row, note: string) => Promise<unknown>
}

interface Outcome<Row> {
  row: Row
  /** Why it was not done, in the server's words. */
  refusal?: string
}

interface DoingProps<Row> extends Deed<Row> {
  rows: readonly Row[]
  onClose: () => void
}

/** One row after the other, so that one that is refused stops no other; whoever closes the dialog stops before the next row. */
function Doing<Row extends RaRecord>({ rows, onClose, ...deed }: DoingProps<Row>) {
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>()
  const [note, setNote] = useState('')
  const isStopped = useRef(false)
  const id = useId()
  const isReady = deed.note === undefined || note.trim() !== ''
  const run = async () => {
    setOutcomes([])
    for (const row of rows) {
      if (isStopped.current) return
      const outcome = await deed.act(row, note.trim()).then(
        () => ({ row }),
        (problem: Error) => ({ row, refusal: problem.message }),
      )
      setOutcomes((before = []) => [...before, outcome])
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !outcomes) void run()
  }
  const close = () => {
    isStopped.current = true
    onClose()
  }
  const refused = outcomes?.filter(({ refusal }) => refusal !== undefined) ?? []
  const isDone = outcomes?.length === rows.length
  return (
    <Dialog open onClose={close} aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{deed.title(rows)}</DialogTitle>
        <DialogContent>
          {outcomes ? (
            <Typography role="status">
              {outcomes.length - refused.length} of {rows.length} {deed.done}
              {isDone ? '.' : ' …'}
            </Typography>
          ) : (
            <>
              <Typography>{deed.meaning}</Typography>
              {deed.note ? (
                <TextField
                  label={deed.note}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                  slotProps={{ htmlInput: { maxLength: 500 } }}
                  required
                  fullWidth
                  margin="normal"
                />
              ) : null}
            </>
          )}
          {refused.map(({ row, refusal }) => (
            <Alert key={row.id} severity="error" sx={{ marginTop: 1 }}>
              {deed.nameOf(row)}: {refusal}
            </Alert>
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{outcomes ? (isDone ? 'Done' : 'Stop') : 'Cancel'}</Button>
          {outcomes ? null : (
            <Button type="submit" color={deed.isGrave ? 'error' : 'primary'} disabled={!isReady}>
              {deed.confirm}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface DoChosenProps<Row> extends Deed<Row> {
  /** What the button says. */
  label: string
  /** What it says where nothing that is ticked can take it. */
  none: string
  may?: (row: Row) => boolean
}

/** Does something with the rows that are ticked, as far as they can take it, and tells of each that was refused. */
export function DoChosen<Row extends RaRecord>({ label, none, may = () => true, ...deed }: DoChosenProps<Row>) {
  const { selectedIds = [], data = [], resource } = useListContext<Row>()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh()
  const unselect = useUnselectAll(resource)
  const rows = data.filter((row) => selectedIds.includes(row.id) && may(row))
  const close = () => {
    setIsAsking(false)
    unselect()
    refresh()
  }
  return (
    <>
      <Button size="small" disabled={rows.length === 0} onClick={() => setIsAsking(true)}>
        {rows.length === 0 ? none : label}
      </Button>
      {isAsking ? <Doing<Row> {...deed} rows={rows} onClose={close} /> : null}
    </>
  )
}
