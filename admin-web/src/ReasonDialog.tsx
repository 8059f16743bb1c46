import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

interface ReasonDialogProps {
  title: string
  /** What happens when it is confirmed. */
  children?: ReactNode
  label: string
  confirm: string
  isBusy: boolean
  problem: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Something that is done for a reason, which stands in the audit log. */
export function ReasonDialog({
  title,
  children,
  label,
  confirm,
  isBusy,
  problem,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const isReason = reason.trim().length >= 5
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReason && !isBusy) onConfirm(reason.trim())
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
          <TextField
            label={label}
            helperText="It stands in the audit log with your name."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            required
            fullWidth
            margin="normal"
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={isBusy || !isReason}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
