import { TextField } from '@mui/material'
import type { FormDialogContract } from '@tideline/web-kit/screen/form-dialog-contract.ts'
import { useState } from 'react'
import { FormDialog } from './FormDialog.tsx'

interface ReasonDialogProps extends FormDialogContract {
  /** The label of the field for the reason. */
  label: string
  onSubmit: (reason: string) => void
}

/** A dialog for an action that requires a reason. The reason is stored in the audit log. */
export function ReasonDialog({ label, children, onSubmit, ...dialog }: ReasonDialogProps) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <FormDialog
      {...dialog}
      disabledReason={reason.length >= 5 ? undefined : 'Enter a reason of at least 5 characters.'}
      onSubmit={() => onSubmit(reason)}
    >
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
