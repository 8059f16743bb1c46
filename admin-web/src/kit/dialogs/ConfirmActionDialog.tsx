import { Button, TextField, Typography } from '@mui/material'
import type { FormDialogContract } from '@tideline/web-kit/screen/form-dialog-contract.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../ActionButton.tsx'
import { Alert } from '../Alert.tsx'
import { Dialog } from './Dialog.tsx'

export interface ActionDescription extends Pick<FormDialogContract, 'submitLabel' | 'danger'> {
  title: string
  /** The effect of the action, shown before the user confirms. */
  description: ReactNode
  /** The label of a required note. One note applies to all rows. */
  note?: string | undefined
}

interface ConfirmActionDialogProps extends ActionDescription, Partial<Pick<FormDialogContract, 'isBusy' | 'problem'>> {
  /** The reason why the action cannot be confirmed, shown next to the button. */
  disabledReason?: string | undefined
  /** The changes that the action makes, shown below the description. */
  effect?: ReactNode
  /** Content that replaces the question, with the label of the Close button. Set after the action has started. */
  started?: { content: ReactNode; leave: string } | undefined
  onSubmit: (note: string) => void
  onClose: () => void
}

/** A dialog that asks for confirmation before an action on many rows and then shows its progress. */
export function ConfirmActionDialog(props: ConfirmActionDialogProps) {
  const { title, description, submitLabel, danger, note: noteLabel, effect, problem, started } = props
  const { isBusy = false, onSubmit, onClose } = props
  const [note, setNote] = useState('')
  const isNoteMissing = noteLabel !== undefined && note.trim() === ''
  const disabledReason = props.disabledReason ?? (isNoteMissing ? `Enter: ${noteLabel}.` : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason === undefined && !isBusy && !started) onSubmit(note.trim())
  }
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{started?.leave ?? 'Cancel'}</Button>
          {started ? null : (
            <ActionButton
              type="submit"
              variant="contained"
              color={danger ? 'error' : 'primary'}
              disabled={isBusy}
              disabledReason={disabledReason}
            >
              {submitLabel}
            </ActionButton>
          )}
        </>
      }
    >
      {started?.content ?? (
        <>
          <Typography>{description}</Typography>
          {effect}
          {noteLabel ? (
            <TextField
              label={noteLabel}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              required
              fullWidth
              margin="normal"
            />
          ) : null}
          {problem ? (
            <Alert severity="error" sx={{ marginTop: 1 }}>
              {problem.text}
            </Alert>
          ) : null}
        </>
      )}
    </Dialog>
  )
}
