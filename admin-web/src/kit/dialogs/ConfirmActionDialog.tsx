import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

export interface ActionDescription {
  title: string
  /** The effect of the action, shown before the user confirms. */
  description: ReactNode
  confirm: string
  /** True if the action cannot be undone or ends something, such as a policy. */
  isGrave?: boolean | undefined
  /** The label of a required note. The note applies to all rows. */
  note?: string | undefined
}

interface ConfirmActionDialogProps extends ActionDescription {
  isBusy?: boolean
  /** Whether the action can be confirmed. */
  isReady?: boolean
  /** The changes that the action makes, shown below the description. */
  effect?: ReactNode
  /** The reason why the action could not start. */
  problem?: ReactNode
  /** The content that replaces the question after the action has started, and the label of the Close button. */
  started?: { content: ReactNode; leave: string } | undefined
  onConfirm: (note: string) => void
  onClose: () => void
}

/** A dialog that asks for confirmation before an action on many rows and then shows its progress. */
export function ConfirmActionDialog({
  isBusy = false,
  isReady: mayConfirm = true,
  ...props
}: ConfirmActionDialogProps) {
  const { effect, problem, started: begun, onConfirm, onClose, ...question } = props
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
              <Typography>{question.description}</Typography>
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
