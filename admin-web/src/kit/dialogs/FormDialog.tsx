import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'

interface FormDialogProps {
  title: ReactNode
  confirm: string
  /** True if the action cannot be undone or ends something, such as a session. */
  isDestructive?: boolean
  /** Whether the form is complete and can be confirmed. */
  isReady?: boolean
  isBusy: boolean
  /** The error message. It is shown only in the dialog. */
  problem: string | undefined
  /** Called on confirmation with a function that returns a field's value by name. */
  onConfirm: (text: (name: string) => string) => void
  onClose: () => void
  /** A description of the action, and the fields to fill in. */
  children?: ReactNode
}

/** A dialog that explains an action before it runs. Pressing Enter in a field confirms, like the button. */
export function FormDialog({ isDestructive: isGrave = false, isReady = true, ...props }: FormDialogProps) {
  const { title, confirm, isBusy, problem, onConfirm, onClose, children } = props
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Prevents the submission of a react-admin form that contains the dialog.
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
