import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

export interface Question {
  title: string
  /** What it means, said before it is done. */
  meaning: ReactNode
  confirm: string
  /** What cannot be taken back, or ends something. */
  isGrave?: boolean | undefined
  /** What has to be said for it, once for all rows. */
  note?: string | undefined
}

interface AskFirstProps extends Question {
  isBusy?: boolean
  /** False while it cannot be confirmed. */
  isReady?: boolean
  /** What will change, below the meaning. */
  effect?: ReactNode
  /** Why it could not be begun. */
  problem?: ReactNode
  /** What stands there once it was begun, and how it is left then. */
  begun?: { content: ReactNode; leave: string } | undefined
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Asks before something is done to many rows, and then shows how it goes. */
export function ConfirmAction({ isBusy = false, isReady: mayConfirm = true, ...props }: AskFirstProps) {
  const { effect, problem, begun, onConfirm, onClose, ...question } = props
  const [note, setNote] = useState('')
  const id = useId()
  const isReady = mayConfirm && !isBusy && (question.note === undefined || note.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !begun) onConfirm(note.trim())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{question.title}</DialogTitle>
        <DialogContent>
          {begun?.content ?? (
            <>
              <Typography>{question.meaning}</Typography>
              {effect}
              {question.note ? (
                <TextField
                  label={question.note}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                  slotProps={{ htmlInput: { maxLength: 500 } }}
                  required
                  fullWidth
                  margin="normal"
                />
              ) : null}
              {problem}
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{begun?.leave ?? 'Cancel'}</Button>
          {begun ? null : (
            <Button type="submit" color={question.isGrave ? 'error' : 'primary'} disabled={!isReady}>
              {question.confirm}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
