import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'

interface FormDialogProps {
  title: ReactNode
  confirm: string
  /** What cannot be taken back, or ends something. */
  isGrave?: boolean
  /** False while it cannot be sent yet. */
  isReady?: boolean
  isBusy: boolean
  /** Why it failed; told here and nowhere else. */
  problem: string | undefined
  /** Given what stands in the fields by their names. */
  onConfirm: (text: (name: string) => string) => void
  onClose: () => void
  /** What happens when it is confirmed, and what is asked for it. */
  children?: ReactNode
}

/** Something that is done after it was said once more what it does; Enter in a field confirms it as the button does. */
export function FormDialog({ isGrave = false, isReady = true, ...props }: FormDialogProps) {
  const { title, confirm, isBusy, problem, onConfirm, onClose, children } = props
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // The back office's own forms, which may stand around it, leave alone what is seen to already.
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
