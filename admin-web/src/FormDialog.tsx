import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'

interface FormDialogProps {
  title: ReactNode
  confirm: string
  /** True for an action that cannot be undone or that ends something. */
  isDestructive?: boolean
  /** False while the form is incomplete. */
  isReady?: boolean
  isBusy: boolean
  /** The error message. The dialog is the only place that shows it. */
  problem: string | undefined
  /** Receives a function that returns a field's value by name. */
  onConfirm: (text: (name: string) => string) => void
  onClose: () => void
  /** What confirming does, and the fields to fill in. */
  children?: ReactNode
}

/** A dialog that explains an action before it runs. Pressing Enter in a field confirms, like the button. */
export function FormDialog({ isDestructive: isGrave = false, isReady = true, ...props }: FormDialogProps) {
  const { title, confirm, isBusy, problem, onConfirm, onClose, children } = props
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Keeps a react-admin form around the dialog from submitting, too.
    event.preventDefault()
    const form = event.currentTarget
    if (!isReady || isBusy || !form.reportValidity()) return
    const fields = new FormData(form)
    onConfirm((name) => String(fields.get(name) ?? ''))
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {problem ? (
            <Alert severity="error" sx={{ marginBottom: 1 }}>
              {problem}
            </Alert>
          ) : null}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isGrave ? 'error' : 'primary'}
            loading={isBusy}
            disabled={!isReady}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
