import { TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { FormDialog } from './FormDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** A description of the action. */
  children?: ReactNode
  label: string
  confirm: string
  isBusy: boolean
  problem: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** A dialog for an action that requires a reason. The reason is stored in the audit log. */
export function ReasonDialog({ label, children, onConfirm, ...dialog }: ReasonDialogProps) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <FormDialog {...dialog} isReady={reason.length >= 5} onConfirm={() => onConfirm(reason)}>
      {children}
      <TextField
        label={label}
        helperText="It is saved in the audit log with your name."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        required
        fullWidth
        margin="normal"
      />
    </FormDialog>
  )
}
